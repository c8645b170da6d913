// The indices declared by hand, for the host compilation.
#include <cuda_runtime.h>
#ifndef __CUDA_ARCH__
extern const dim3 blockDim;  // want [parse] redeclaration
extern const uint3 threadIdx;
#endif
struct Own { dim3 blockDim; };
__global__ void k(int *p) { p[threadIdx.x] = blockDim.x; }
