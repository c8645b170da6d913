// Fused multiply-adds of bfloat16 are rounded once; those of halves stay HIP's own.
#include "retarget_hip/averages.h"
#include "retarget_hip/bf16.h"
#include "retarget_hip/bf16_fma.h"
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#define FUSED(a, b, c) retarget_hip::hfma(a, b, c)

template <typename T>
__device__ T open(T a, T b) { return retarget_hip::hfma(a, b, a); }
template __device__ __half open(__half, __half);

template <typename T>
struct Sum {
  __device__ T of(T a) { return ::retarget_hip::hfma2(a, a, a); }
};

namespace mine {
__device__ float __hfma(float a, float b, float c) { return a * b + c; }
}

__global__ void k(__hip_bfloat16 *out, const __hip_bfloat16 *in, __hip_bfloat162 *pairs, __half *halves, __half2 *both,
                  float *floats) {
  int i = threadIdx.x;
  out[i] = retarget_hip::hfma(in[i], in[i + 1], in[i + 2]);
  out[i + 1] = FUSED(in[i], in[i + 1], in[i + 2]);
  out[i + 2] = open(in[i], in[i + 1]);
  pairs[i] = retarget_hip::hfma2(pairs[i], __float2bfloat162_rn(0.5f), pairs[i + 1]);
  pairs[i + 1] = Sum<__hip_bfloat162>().of(pairs[i]);
  halves[i] = __hfma(halves[i], __float2half(2.0f), halves[i + 1]);
  both[i] = __hfma2(both[i], both[i], both[i + 1]);
  floats[i] = mine::__hfma(floats[i], 2.0f, 1.0f);
  out[i + 3] = retarget_hip::hadd(in[i], in[i + 1]);
}
