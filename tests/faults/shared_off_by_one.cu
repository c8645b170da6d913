// want: outside|behind the start of shared 'row' with its 256 bytes
#include <cuda_runtime.h>
__global__ void neighbours(float *out)
{
    __shared__ float row[64];
    __shared__ float other[64];
    row[threadIdx.x] = threadIdx.x;
    other[threadIdx.x] = 1;
    __syncthreads();
#ifdef FAULT
    out[threadIdx.x] = row[threadIdx.x + 1] + other[threadIdx.x];
#else
    out[threadIdx.x] = row[(threadIdx.x + 1) % 64] + other[threadIdx.x];
#endif
}
int main()
{
    float *out;
    cudaMalloc(&out, 64 * sizeof(float));
    neighbours<<<1, 64>>>(out);
    return cudaDeviceSynchronize();
}
