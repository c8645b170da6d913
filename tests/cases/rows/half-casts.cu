// row: half-casts
#include <cuda_fp16.h>
#include <cuda_bf16.h>

__global__ void k(long long *wide, unsigned char *bytes, short *shorts, int *whole, const __half *h,
                  const __nv_bfloat16 *g) {
  int i = threadIdx.x;
  wide[i] = (long long)h[i];
  wide[i + 1] = static_cast<unsigned long long>(h[i] + h[i + 1]);
  wide[i + 2] = g[i];
  bytes[i] = (unsigned char)h[i];
  bytes[i + 1] = (char)g[i];
  shorts[i] = short(g[i]);
  whole[i] = (int)h[i] + (int)g[i];
}
