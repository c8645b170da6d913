// Arguments that CUDA's C++ has defaults for.
#include <cuda_runtime.h>
__device__ float table[4];
int f(float *p, cudaStream_t stream) {
    cudaMemcpyToSymbolAsync(table, p, 16);
    cudaMemcpyToSymbolAsync(table, p, 8, 8);
    cudaMemcpyToSymbolAsync(table, p, 8, 8, cudaMemcpyDeviceToDevice, stream);
    return cudaMemcpyFromSymbolAsync(p, table, 16);
}
