// row: half-casts
#include <hip/hip_runtime.h>
#include "retarget_hip/bf16.h"
#include "retarget_hip/half_integers.h"
#include <hip/hip_fp16.h>

__global__ void k(long long *wide, unsigned char *bytes, short *shorts, int *whole, const __half *h,
                  const __hip_bfloat16 *g) {
  int i = threadIdx.x;
  wide[i] = (long long)retarget_hip::half_cast<long long>(h[i]);
  wide[i + 1] = static_cast<unsigned long long>(retarget_hip::half_cast<unsigned long long>(h[i] + h[i + 1]));
  wide[i + 2] = retarget_hip::half_cast<long long>(g[i]);
  bytes[i] = (unsigned char)retarget_hip::half_cast<unsigned char>(h[i]);
  bytes[i + 1] = (char)retarget_hip::half_cast<char>(g[i]);
  shorts[i] = short(retarget_hip::half_cast<short>(g[i]));
  whole[i] = (int)h[i] + (int)g[i];
}
