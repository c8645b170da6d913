// retarget: --arch gfx90a
// Counts that are below the width, and shifts that are none.
#include <cuda_runtime.h>

constexpr int K = 5;
template <int N>
__device__ unsigned rotated(unsigned x) { return (x << N) | (x >> (32 - N)); }
__device__ unsigned rotate(unsigned x, int n) { return (x << n) | (x >> (32 - n)); }
__device__ unsigned field(unsigned x, int from, int size) { return (x >> from) & ((1u << size) - 1); }

__global__ void proved(unsigned *out, const int *in, const unsigned char *bytes, unsigned long long *wide) {
  int tid = threadIdx.x, lane = tid & 31, x = in[tid];
  unsigned v = out[tid];
  v += v >> 3, v <<= 4, v += v << lane, v += 1u << (x & 15) << (x % 8 & 7);
  v += rotated<7>(v) + rotate(v, 13) + field(v, 8, 5) + field(v, 24, 8);
  for (int i = 0; i < 32; i++) v ^= v >> i;
  for (int i = 31; i >= 0; --i) v += v << i;
  for (int s = 16; s > 0; s /= 2) v += v >> s;
  for (int s = 16; s > 0; s >>= 1) v += v << s;
  if (x >= 0 && x < 32) v += v >> x;
  v += x > 31 || x < 0 ? 0 : v >> x;
  v += v >> (x != 0 ? __clz(x) : 0) >> __clz(x | 1);
  v += v << min(max(x, 0), 31);
  wide[tid] = wide[tid] << bytes[tid] / 4 >> __clz(x);
  wide[tid] >>= threadIdx.y;  // always below 4
  v += v << K + (tid & 3) * 8;
  unsigned char small = bytes[tid] & 7;
  v |= v >> small;
  if (x < 0) return;
  if (x > 31) return;
  out[tid] = v >> x;
}

void launch(unsigned *out, int *in, unsigned char *bytes, unsigned long long *wide) {
  proved<<<4, dim3(64, 4)>>>(out, in, bytes, wide);
}
