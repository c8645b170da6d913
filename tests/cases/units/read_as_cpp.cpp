// A host compiler can read it: the branch for CUDA's compiler is not its.
#include <cuda_runtime.h>
#if defined(__CUDACC__)
using number = float;
#else
using number = double;
#endif
cudaError_t get(void** p) { return cudaMalloc(p, 4 * sizeof(number)); }
