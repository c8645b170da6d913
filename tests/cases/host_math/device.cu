// In device code HIP has them itself.
#include <cuda_runtime.h>

__global__ void kernel(float* a) { a[threadIdx.x] = rsqrtf(a[threadIdx.x]) + normcdff(1); }
int main() { kernel<<<1, 32>>>(nullptr); }
