// A namespace without a counterpart may be opened where nothing of it is used.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>



namespace app {

}

// wmma is named in this comment alone
__global__ void k(float *p) { p[threadIdx.x] = 1.0f; }
