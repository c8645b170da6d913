// nvcc takes a list in braces for the grid and the block; clang does not. No block is proved of one.
#include <cuda_runtime.h>

__global__ void kernel(float* a, int n) { a[threadIdx.x] = n; }
template <int size>
__global__ void sized(float* a) { a[threadIdx.x] = size; }

__global__ void braced(float* a) { a[threadIdx.x] = 1; }

void run(float* a, int n, cudaStream_t stream) {
  kernel<<<{n / 4, 2}, {4, n, 1}>>>(a, 1);
  kernel<<<n, {32}, 0, stream>>>(a, 2);
  sized<3><<<{(n + 31) / 32, 1, 1}, 32>>>(a);
  kernel<<<dim3{4, 1}, dim3(4, 4)>>>(a, int{3});
  braced<<<n, {2, 64}>>>(a);
}
