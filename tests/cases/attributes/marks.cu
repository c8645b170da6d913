// Marks of CUDA's own headers, which programs copy from there with the declarations of what is built in.
#include <cuda_runtime.h>

extern __device__ __device_builtin__ void __syncthreads(void);
extern __device__ __device_builtin__ void __threadfence_block(void);

struct __builtin_align__(16) quad {
    unsigned int x, y, z, w;
};
struct __align__(32) pair {
    quad a, b;
};
typedef __device_builtin__ struct pair pair;

__global__ void k(quad *out) {
    __threadfence_block();
    __syncthreads();
    out[threadIdx.x] = {blockDim.x, sizeof(pair), alignof(quad), 0};
}
