// Launches stay as they are: in macros, in templates, with every argument.
#include <cuda_runtime.h>

template <typename T, int N>
__global__ void fill(T *a) {
  a[threadIdx.x] = N;
}
#define LAUNCH(kernel, grid, block, ...) \
  do {                                   \
    kernel<<<(grid), (block)>>>(__VA_ARGS__); \
  } while (0)

void run(float *a, cudaStream_t stream, int n) {
  fill<float, 1><<<n, 32>>>(a);
  fill<float, 1><<<dim3(n, 2), dim3(8, 8), n * sizeof(float), stream>>>(a);
  LAUNCH((fill<float, 2>), n, 64, a);
  int shifted = 1 << n >> 2;
  (void)shifted;
}
