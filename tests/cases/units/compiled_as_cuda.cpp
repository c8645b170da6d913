// No kernels, and yet CUDA's compiler alone can read it: what it uses is declared under that compiler's macro.
#if defined(__CUDACC__)
#include <cuda_runtime.h>
using error = cudaError_t;
#elif defined(__HIP__)
#include <hip/hip_runtime.h>
using error = hipError_t;
#endif
error get(void** p) {
#if defined(__CUDACC__)
    return cudaHostAlloc(p, 4, cudaHostAllocMapped);
#elif defined(__HIP__)
    return hipHostMalloc(p, 4, hipHostMallocMapped);
#endif
}
