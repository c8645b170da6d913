// A class made from one half or from two; HIP would make a half2 of a number, too.
#include <cuda_fp16.h>
#define ONE 1.0f
struct Pair {
  half2 both;
  __device__ Pair(const half2 &h) : both(h) {}
  __device__ Pair(const half &h) : both(h, h) {}
  __device__ Pair(const half &a, const half &b) : both(a, b) {}
};
__device__ float low(half one) { return __half2float(one); }
__device__ float low(half2 two) { return __low2float(two); }
__device__ float alone(const half &one) { return __half2float(one); }
__device__ Pair twice(Pair p) { return Pair(__hadd2(p.both, p.both)); }

__global__ void k(float *out, half h, int n) {
  Pair one(ONE), both(1.0f, 2.0f), copy(h);
  out[0] = __low2float(twice(Pair(2.0f)).both) + __low2float(one.both);
  out[1] = low(n + 1) + low(h) + low(both.both) + low(__float2half(3.0f));
  out[2] = alone(4.0f) + low(half(5.0f));
  Pair listed{6.0f};
  out[3] = __low2float(listed.both);
}
