// retarget: --arch gfx90a -rdc=true
// Host code of the user's stands in front of device code, as the rule writes it or in other ways: nothing changes.
#include <hip/hip_runtime.h>
static __constant__ float scale;
static_assert(((void)&scale, true), "");
namespace {
__device__ int counts[2];
void *const counts_for_host = &counts;
}  // namespace
__global__ void k(float *p) { *p = scale + counts[1]; }
void set(float x) {
  hipMemcpyToSymbol(HIP_SYMBOL(scale), &x, sizeof(x));
  hipMemcpyToSymbol(HIP_SYMBOL(counts), &x, sizeof(x));
}
