// Neighbours of a kernel keep what they have.
#include <hip/hip_runtime.h>

__device__ int value;
__host__ __device__ int twice(int a) { return 2 * a; }
static __global__ __launch_bounds__(1) void kernel() { value = twice(value); }
__device__ int thrice(int a) { return 3 * a; }

int main() { kernel<<<1, 1>>>(); }
