#include <hip/hip_runtime.h>
#include "../src/x.cu"
__global__ void k(float *a) { a[threadIdx.x] = 1; }
void f() { hipDeviceSynchronize(); }
