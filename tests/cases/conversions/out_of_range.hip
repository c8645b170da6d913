// retarget: --arch gfx90a
// To 64 bits and to unsigned bytes.
#include <hip/hip_runtime.h>
#include "retarget_hip/conversions.h"
#include "retarget_hip/shifts.h"
#define FLOORED(x) ((x) - (long long)(x))
typedef unsigned long long u64;

__device__ unsigned char clamped(float x) { return fminf(fmaxf(x, 0.0f), 255.0f); }

__global__ void convert(long long *wide, u64 *naturals, unsigned char *bytes, uchar4 *colours, const float *in,
                        const double *exact) {
  int i = threadIdx.x;
  float x = in[i];
  wide[i] = (long long)retarget_hip::to_integer<long long>(x);
  wide[i] += static_cast<long>(retarget_hip::to_integer<long>(exact[i] * 2)) + (long long)(retarget_hip::to_integer<long long>(x + 1)) + retarget_hip::to_integer<long long>(rint(x)) + retarget_hip::to_integer<long long>(exact[i]);
  wide[i] += retarget_hip::to_integer<long long>(rint(x)) + retarget_hip::to_integer<long>(round(exact[i]));
  size_t at = retarget_hip::to_integer<unsigned long>(x * 4);
  naturals[at] = retarget_hip::to_integer<unsigned long long>(exact[i]), naturals[i] += u64(retarget_hip::to_integer<unsigned long long>(x));
  bytes[i] = retarget_hip::to_integer<unsigned char>(x);
  bytes[i] = (unsigned char)(retarget_hip::to_integer<unsigned char>(x * 255.0f));
  bytes[i] = (unsigned char)(int)x;
  bytes[i] = clamped(x);
  colours[i] = make_uchar4(retarget_hip::to_integer<unsigned char>(x), retarget_hip::to_integer<unsigned char>(x * 2), retarget_hip::to_integer<unsigned char>(in[i + 1]), 255);
  bytes[i] = FLOORED(x) * 255 > 3 ? 1 : 0;  // want [float-to-integer] several casts
  wide[i] += FLOORED((unsigned char)x);  // want [float-to-integer] unsigned char
}

// Both end at one place.
__global__ void nested(int *out, const double *exact) {
  int i = threadIdx.x;
  out[i] = (int)(retarget_hip::to_integer<int>((exact[i] - i) * (int)retarget_hip::to_integer<int>(exact[i + 1]))) % 1001;
  out[i] = 1 << retarget_hip::shift_count((int)retarget_hip::to_integer<int>(exact[i]));
  out[i] = 1 << retarget_hip::shift_count(1 + (int)retarget_hip::to_integer<int>(exact[i]));
}
