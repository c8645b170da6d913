// Arguments that CUDA's C++ has defaults for.
#include <hip/hip_runtime.h>
__device__ float table[4];
int f(float *p, hipStream_t stream) {
    hipMemcpyToSymbolAsync(HIP_SYMBOL(table), p, 16, 0, hipMemcpyHostToDevice);
    hipMemcpyToSymbolAsync(HIP_SYMBOL(table), p, 8, 8, hipMemcpyHostToDevice);
    hipMemcpyToSymbolAsync(HIP_SYMBOL(table), p, 8, 8, hipMemcpyDeviceToDevice, stream);
    return hipMemcpyFromSymbolAsync(p, HIP_SYMBOL(table), 16, 0, hipMemcpyDeviceToHost);
}
