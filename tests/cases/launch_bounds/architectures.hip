// retarget: --arch gfx90a,gfx1100
// Where the architectures ask for different numbers, a macro computes it where it is compiled.
#include <hip/hip_runtime.h>
#include "retarget_hip/launch_bounds.h"
__global__ void __launch_bounds__(64, RETARGET_WAVES_PER_EU(64, 16)) differs(float *a) { *a = 1; }
__global__ void __launch_bounds__(64, 1 /* waves per EU */) alike(float *a) { *a = 1; }
