// row: fdividef-huge
#include <cuda_runtime.h>

__global__ void k(float *out) {
  float exact, quick;
  asm("div.full.f32 %0, %1, %2;" : "=f"(exact) : "f"(1.0f), "f"(out[threadIdx.x]));
  asm("div.approx.f32 %0, %1, %2;" : "=f"(quick) : "f"(1.0f), "f"(out[threadIdx.x]));
  out[threadIdx.x] = __fdividef(1.0f, out[threadIdx.x]) + exact + quick;
}
