// row: shift-32
#include <cuda_runtime.h>

__global__ void k(unsigned *out, int *numbers) { out[threadIdx.x] = 0x80000000u >> __clz(numbers[threadIdx.x]); }
