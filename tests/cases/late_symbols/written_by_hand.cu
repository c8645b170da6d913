// retarget: --arch gfx90a -rdc=true
// Host code of the user's stands in front of device code, as the rule writes it or in other ways: nothing changes.
#include <cuda_runtime.h>
static __constant__ float scale;
static_assert(((void)&scale, true), "");
namespace {
__device__ int counts[2];
void *const counts_for_host = &counts;
}  // namespace
__global__ void k(float *p) { *p = scale + counts[1]; }
void set(float x) {
  cudaMemcpyToSymbol(scale, &x, sizeof(x));
  cudaMemcpyToSymbol(counts, &x, sizeof(x));
}
