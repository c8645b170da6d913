// In device code HIP has them itself.
#include <hip/hip_runtime.h>

__global__ __launch_bounds__(32) void kernel(float* a) { a[threadIdx.x] = rsqrtf(a[threadIdx.x]) + normcdff(1); }
int main() { kernel<<<1, 32>>>(nullptr); }
