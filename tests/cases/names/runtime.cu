// Names are renamed as tokens: in code, in macro definitions, in branches that are not compiled; not in strings.
#include <cuda_runtime.h>
#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    cudaError_t e = (call);                                      \
    if (e != cudaSuccess) std::printf("cudaMalloc? %s\n", cudaGetErrorString(e)); \
  } while (0)

#ifdef NEVER
void not_compiled(void *p) { cudaFree(p); }
#endif

int main() {
  float *p = nullptr;
  CHECK(cudaMalloc(&p, 4 * sizeof(float)));
  CHECK(cudaMemset(p, 0, 16));  // cudaMemset stays in a comment
  CHECK(cudaFree(p));
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
