// C++17 has no `register`: nvcc takes it, clang does not.
#include <hip/hip_runtime.h>
#define SUM float sum = 0

__global__ void total(const float *in, float *out, int n) {
  SUM;
  for (int i = 0; i < n; i++) sum += in[i];
  const float half = 0.5f;
#if 0
  register int never;
#endif
  *out = sum * half;
}
