// One argument means the same; what was translated stays; a macro of the user's own is his.
#include <hip/hip_runtime.h>

__global__ void __launch_bounds__(256) one(float *a) { *a = 1; }
#define EMPTY __launch_bounds__(256, )
__global__ void __launch_bounds__(256, 4 /* waves per EU */) done(float *a) { *a = 1; }
#define EMPTY __launch_bounds__(256, )
