// C++17 has no `register`: nvcc takes it, clang does not.
#define SUM register float sum = 0

__global__ void total(const float *in, float *out, register int n) {
  SUM;
  for (register int i = 0; i < n; i++) sum += in[i];
  register const float half = 0.5f;
#if 0
  register int never;
#endif
  *out = sum * half;
}
