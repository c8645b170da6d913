// Nothing takes a half2: a number becomes a half in HIP, too.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
struct Single {
  half value;
  __device__ Single(const half &h) : value(h) {}
};
__device__ float twice(half h) { return 2.0f * __half2float(h); }
__global__ void k(float *out) {
  half2 zero = __float2half2_rn(0.0f);
  Single one(1.0f);
  out[0] = twice(3.0f) + __half2float(one.value) + __low2float(zero);
}
