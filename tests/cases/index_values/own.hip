// A parameter of that name is the user's, and an index behind sizeof or with a member stays.
#include <hip/hip_runtime.h>

__host__ __device__ unsigned first(uint3 blockIdx) { return blockIdx.x + sizeof(blockIdx); }

__global__ void fill(unsigned *out) { out[threadIdx.x] = blockDim.x; }
