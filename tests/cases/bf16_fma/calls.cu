// Fused multiply-adds of bfloat16 are rounded once; those of halves stay HIP's own.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define FUSED(a, b, c) __hfma(a, b, c)

template <typename T>
__device__ T open(T a, T b) { return __hfma(a, b, a); }
template __device__ __half open(__half, __half);

template <typename T>
struct Sum {
  __device__ T of(T a) { return ::__hfma2(a, a, a); }
};

namespace mine {
__device__ float __hfma(float a, float b, float c) { return a * b + c; }
}

__global__ void k(__nv_bfloat16 *out, const __nv_bfloat16 *in, __nv_bfloat162 *pairs, __half *halves, __half2 *both,
                  float *floats) {
  int i = threadIdx.x;
  out[i] = __hfma(in[i], in[i + 1], in[i + 2]);
  out[i + 1] = FUSED(in[i], in[i + 1], in[i + 2]);
  out[i + 2] = open(in[i], in[i + 1]);
  pairs[i] = __hfma2(pairs[i], __float2bfloat162_rn(0.5f), pairs[i + 1]);
  pairs[i + 1] = Sum<__nv_bfloat162>().of(pairs[i]);
  halves[i] = __hfma(halves[i], __float2half(2.0f), halves[i + 1]);
  both[i] = __hfma2(both[i], both[i], both[i + 1]);
  floats[i] = mine::__hfma(floats[i], 2.0f, 1.0f);
  out[i + 3] = __hadd(in[i], in[i + 1]);
}
