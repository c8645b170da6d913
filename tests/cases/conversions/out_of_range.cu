// retarget: --arch gfx90a
// To 64 bits and to unsigned bytes.
#include <cuda_runtime.h>
#define FLOORED(x) ((x) - (long long)(x))
typedef unsigned long long u64;

__device__ unsigned char clamped(float x) { return fminf(fmaxf(x, 0.0f), 255.0f); }

__global__ void convert(long long *wide, u64 *naturals, unsigned char *bytes, uchar4 *colours, const float *in,
                        const double *exact) {
  int i = threadIdx.x;
  float x = in[i];
  wide[i] = (long long)x;
  wide[i] += static_cast<long>(exact[i] * 2) + (long long)(x + 1) + __float2ll_rn(x) + __double2ll_rz(exact[i]);
  wide[i] += llrintf(x) + lround(exact[i]);
  size_t at = x * 4;
  naturals[at] = exact[i], naturals[i] += u64(x);
  bytes[i] = x;
  bytes[i] = (unsigned char)(x * 255.0f);
  bytes[i] = (unsigned char)(int)x;
  bytes[i] = clamped(x);
  colours[i] = make_uchar4(x, x * 2, in[i + 1], 255);
  bytes[i] = FLOORED(x) * 255 > 3 ? 1 : 0;  // want [float-to-integer] several casts
  wide[i] += FLOORED((unsigned char)x);  // want [float-to-integer] unsigned char
}

// Both end at one place.
__global__ void nested(int *out, const double *exact) {
  int i = threadIdx.x;
  out[i] = (int)((exact[i] - i) * (int)exact[i + 1]) % 1001;
  out[i] = 1 << (int)exact[i];
  out[i] = 1 << 1 + (int)exact[i];
}
