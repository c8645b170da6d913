// Kernels alone, which may be CUDA or HIP.
#include <hip/hip_runtime.h>
#ifdef __HIP_PLATFORM_AMD__  // want [platform] CUDA or HIP
#define WS 64
#else
#define WS 32
#endif
__global__ void k(float *p) { p[threadIdx.x] = WS; }
