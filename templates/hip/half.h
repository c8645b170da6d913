// CUDA's cuda_fp16.h functions that HIP's half precision lacks in some version, and atomics on halves.
// All are templates, so that a function of the same name in any HIP version is preferred.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HALF_H
#define RETARGET_HIP_HALF_H

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

#define RETARGET_HIP_HALF template <typename = void> __device__ inline

namespace retarget_hip {
namespace detail {

template <typename Function>
__device__ inline __half2 each_half(__half2 a, __half2 b, Function function) {
  return __halves2half2(function(__low2half(a), __low2half(b)), function(__high2half(a), __high2half(b)));
}
template <typename Function>
__device__ inline unsigned half_mask(__half2 a, __half2 b, Function holds) {
  const unsigned low = holds(__low2float(a), __low2float(b)) ? 0xffffu : 0u;
  return low | (holds(__high2float(a), __high2float(b)) ? 0xffff0000u : 0u);
}
__device__ inline __half nan_or(__half a, __half b, __half otherwise) {
  return __hisnan(a) ? a : __hisnan(b) ? b : otherwise;
}

// Adds by comparing and swapping the 32-bit word; `add` gives the new word from the old one.
template <typename Add>
__device__ inline unsigned update_word(unsigned* word, Add add) {
  unsigned seen = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), expected;
  do {
    expected = seen;
    seen = ::atomicCAS(word, expected, add(expected));
  } while (seen != expected);
  return seen;
}

}  // namespace detail
}  // namespace retarget_hip

RETARGET_HIP_HALF __half __double2half(double x) { return __float2half(static_cast<float>(x)); }
RETARGET_HIP_HALF signed char __half2char_rz(__half x) {
  const float value = __half2float(x);
  return static_cast<signed char>(value != value ? 0.0f : fminf(fmaxf(value, -128.0f), 127.0f));
}
RETARGET_HIP_HALF unsigned char __half2uchar_rz(__half x) {
  const float value = __half2float(x);
  return static_cast<unsigned char>(value != value ? 0.0f : fminf(fmaxf(value, 0.0f), 255.0f));
}

// A number is preferred to a NaN; the _nan forms prefer the NaN.
RETARGET_HIP_HALF __half __hmax(__half a, __half b) {
  return __float2half(fmaxf(__half2float(a), __half2float(b)));
}
RETARGET_HIP_HALF __half __hmin(__half a, __half b) {
  return __float2half(fminf(__half2float(a), __half2float(b)));
}
RETARGET_HIP_HALF __half __hmax_nan(__half a, __half b) {
  return retarget_hip::detail::nan_or(a, b, __hmax(a, b));
}
RETARGET_HIP_HALF __half __hmin_nan(__half a, __half b) {
  return retarget_hip::detail::nan_or(a, b, __hmin(a, b));
}
RETARGET_HIP_HALF __half2 __hmax2(__half2 a, __half2 b) {
  return retarget_hip::detail::each_half(a, b, [](__half x, __half y) { return __hmax(x, y); });
}
RETARGET_HIP_HALF __half2 __hmin2(__half2 a, __half2 b) {
  return retarget_hip::detail::each_half(a, b, [](__half x, __half y) { return __hmin(x, y); });
}
RETARGET_HIP_HALF __half2 __hmax2_nan(__half2 a, __half2 b) {
  return retarget_hip::detail::each_half(a, b, [](__half x, __half y) { return __hmax_nan(x, y); });
}
RETARGET_HIP_HALF __half2 __hmin2_nan(__half2 a, __half2 b) {
  return retarget_hip::detail::each_half(a, b, [](__half x, __half y) { return __hmin_nan(x, y); });
}

// Never contracted into a fused multiply-add.
RETARGET_HIP_HALF __half __hadd_rn(__half a, __half b) { return __hadd(a, b); }
RETARGET_HIP_HALF __half2 __hadd2_rn(__half2 a, __half2 b) { return __hadd2(a, b); }
RETARGET_HIP_HALF __half __hsub_rn(__half a, __half b) { return __hsub(a, b); }
RETARGET_HIP_HALF __half2 __hsub2_rn(__half2 a, __half2 b) { return __hsub2(a, b); }
RETARGET_HIP_HALF __half __hmul_rn(__half a, __half b) { return __hmul(a, b); }
RETARGET_HIP_HALF __half2 __hmul2_rn(__half2 a, __half2 b) { return __hmul2(a, b); }
RETARGET_HIP_HALF __half __hfma_relu(__half a, __half b, __half c) {
  return __hmax_nan(__hfma(a, b, c), __float2half(0.0f));
}
RETARGET_HIP_HALF __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c) {
  return __hmax2_nan(__hfma2(a, b, c), __floats2half2_rn(0.0f, 0.0f));
}
// Complex a * b + c, the real part in the low half.
RETARGET_HIP_HALF __half2 __hcmadd(__half2 a, __half2 b, __half2 c) {
  const __half real = __hfma(__low2half(a), __low2half(b), __low2half(c));
  const __half imaginary = __hfma(__low2half(a), __high2half(b), __high2half(c));
  return __halves2half2(__hfma(__hneg(__high2half(a)), __high2half(b), real),
                        __hfma(__high2half(a), __low2half(b), imaginary));
}
RETARGET_HIP_HALF __half htanh(__half x) { return __float2half(tanhf(__half2float(x))); }
RETARGET_HIP_HALF __half htanh_approx(__half x) { return htanh(x); }
RETARGET_HIP_HALF __half2 h2tanh(__half2 x) {
  return __floats2half2_rn(tanhf(__low2float(x)), tanhf(__high2float(x)));
}
RETARGET_HIP_HALF __half2 h2tanh_approx(__half2 x) { return h2tanh(x); }

// Comparisons as masks; the unordered ones (u) also hold where a NaN is compared.
#define RETARGET_HIP_HALF_MASK(name, holds)                                                     \
  RETARGET_HIP_HALF unsigned __h##name##2_mask(__half2 a, __half2 b) {                          \
    return retarget_hip::detail::half_mask(a, b, [](float x, float y) { return holds; });       \
  }
RETARGET_HIP_HALF_MASK(eq, x == y)
RETARGET_HIP_HALF_MASK(ne, x < y || x > y)
RETARGET_HIP_HALF_MASK(lt, x < y)
RETARGET_HIP_HALF_MASK(le, x <= y)
RETARGET_HIP_HALF_MASK(gt, x > y)
RETARGET_HIP_HALF_MASK(ge, x >= y)
RETARGET_HIP_HALF_MASK(equ, !(x < y || x > y))
RETARGET_HIP_HALF_MASK(neu, x != y)
RETARGET_HIP_HALF_MASK(ltu, !(x >= y))
RETARGET_HIP_HALF_MASK(leu, !(x > y))
RETARGET_HIP_HALF_MASK(gtu, !(x <= y))
RETARGET_HIP_HALF_MASK(geu, !(x < y))
#undef RETARGET_HIP_HALF_MASK

RETARGET_HIP_HALF __half2 atomicAdd(__half2* address, __half2 value) {
  const unsigned old = retarget_hip::detail::update_word(reinterpret_cast<unsigned*>(address), [=](unsigned word) {
    return __builtin_bit_cast(unsigned, __hadd2(__builtin_bit_cast(__half2, word), value));
  });
  return __builtin_bit_cast(__half2, old);
}
RETARGET_HIP_HALF __half atomicAdd(__half* address, __half value) {
  const size_t place = reinterpret_cast<size_t>(address);
  const unsigned shift = (place & 2) * 8;
  const unsigned old =
      retarget_hip::detail::update_word(reinterpret_cast<unsigned*>(place & ~size_t{3}), [=](unsigned word) {
        const __half sum = __hadd(__builtin_bit_cast(__half, static_cast<unsigned short>(word >> shift)), value);
        return (word & ~(0xffffu << shift)) | (unsigned{__builtin_bit_cast(unsigned short, sum)} << shift);
      });
  return __builtin_bit_cast(__half, static_cast<unsigned short>(old >> shift));
}

#undef RETARGET_HIP_HALF

#endif
#endif
