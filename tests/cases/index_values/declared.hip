// The indices declared by hand, for the host compilation.
#include <hip/hip_runtime.h>
#ifndef __HIP_DEVICE_COMPILE__
  // want [parse] redeclaration

#endif
struct Own { dim3 blockDim; };
__global__ void k(int *p) { p[threadIdx.x] = blockDim.x; }
