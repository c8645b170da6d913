// Numbers of 8 bits: CUDA's formats are those of the Open Compute Project on every GPU, HIP's depend on both.
#include "retarget_hip/arch.h"
#include "retarget_hip/fp8.h"
#include <hip/hip_runtime.h>

#if RETARGET_CUDART_VERSION >= 11080
#define FP8_AVAILABLE
#endif

__device__ float scaled(retarget_hip::fp8_e4m3 value, float by) { return static_cast<float>(value) * by; }

__global__ void quantize(const float *in, retarget_hip::fp8_storage *out, retarget_hip::fp8x4_e5m2 *quads, int n) {
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= n) return;
  out[at] = retarget_hip::cvt_float_to_fp8(in[at], retarget_hip::fp8_SATFINITE, retarget_hip::fp8_E4M3);
  quads[at] = retarget_hip::fp8x4_e5m2(make_float4(in[at], scaled(retarget_hip::fp8_e4m3(in[at]), 2.0f), 0.0f, 1.0f));
  const __half wide = __half(retarget_hip::cvt_fp8_to_halfraw(out[at], retarget_hip::fp8_E4M3));
  out[at] |= retarget_hip::cvt_halfraw_to_fp8(wide, retarget_hip::fp8_NOSAT, retarget_hip::fp8_E5M2);
}
