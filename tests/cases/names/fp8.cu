// Numbers of 8 bits: CUDA's formats are those of the Open Compute Project on every GPU, HIP's depend on both.
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#if CUDART_VERSION >= 11080
#define FP8_AVAILABLE
#endif

__device__ float scaled(__nv_fp8_e4m3 value, float by) { return static_cast<float>(value) * by; }

__global__ void quantize(const float *in, __nv_fp8_storage_t *out, __nv_fp8x4_e5m2 *quads, int n) {
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= n) return;
  out[at] = __nv_cvt_float_to_fp8(in[at], __NV_SATFINITE, __NV_E4M3);
  quads[at] = __nv_fp8x4_e5m2(make_float4(in[at], scaled(__nv_fp8_e4m3(in[at]), 2.0f), 0.0f, 1.0f));
  const __half wide = __half(__nv_cvt_fp8_to_halfraw(out[at], __NV_E4M3));
  out[at] |= __nv_cvt_halfraw_to_fp8(wide, __NV_NOSAT, __NV_E5M2);
}
