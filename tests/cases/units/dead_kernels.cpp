// Kernels that the host's compiler never sees do not make the unit CUDA's; neither does a macro that would launch.
#include <cuda_runtime.h>
#define LAUNCH(kernel, n, ...) kernel<<<(n) / 64, 64>>>(__VA_ARGS__)

#ifdef __CUDACC__
__global__ void fill(float *p) { p[threadIdx.x] = 1; }
void run(float *p) { LAUNCH(fill, 64, p); }
void *dead() { return (void *)cudaMemcpyArrayToArray; }
#else
void run(float *p);
#endif

int main() {
  float *p;
  cudaMalloc(&p, 4 * 64);
  run(p);
  return cudaDeviceSynchronize();
}
