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
namespace detail_ {

template <typename Function_>
__device__ inline __half2 each_half(__half2 a_, __half2 b_, Function_ function_) {
  return __halves2half2(function_(__low2half(a_), __low2half(b_)), function_(__high2half(a_), __high2half(b_)));
}
template <typename Function_>
__device__ inline unsigned half_mask(__half2 a_, __half2 b_, Function_ holds_) {
  const unsigned low_ = holds_(__low2float(a_), __low2float(b_)) ? 0xffffu : 0u;
  return low_ | (holds_(__high2float(a_), __high2float(b_)) ? 0xffff0000u : 0u);
}
__device__ inline __half nan_or(__half a_, __half b_, __half otherwise_) {
  return __hisnan(a_) ? a_ : __hisnan(b_) ? b_ : otherwise_;
}

// Adds by comparing and swapping the 32-bit word; `add_` gives the new word from the old one.
template <typename Add_>
__device__ inline unsigned update_word(unsigned* word_, Add_ add_) {
  unsigned seen_ = __hip_atomic_load(word_, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), expected_;
  do {
    expected_ = seen_;
    seen_ = ::atomicCAS(word_, expected_, add_(expected_));
  } while (seen_ != expected_);
  return seen_;
}

}  // namespace detail_
}  // namespace retarget_hip

RETARGET_HIP_HALF __half __double2half(double x_) { return __float2half(static_cast<float>(x_)); }
RETARGET_HIP_HALF signed char __half2char_rz(__half x_) {
  const float value_ = __half2float(x_);
  return static_cast<signed char>(value_ != value_ ? 0.0f : fminf(fmaxf(value_, -128.0f), 127.0f));
}
RETARGET_HIP_HALF unsigned char __half2uchar_rz(__half x_) {
  const float value_ = __half2float(x_);
  return static_cast<unsigned char>(value_ != value_ ? 0.0f : fminf(fmaxf(value_, 0.0f), 255.0f));
}

// A number is preferred to a NaN; the _nan forms prefer the NaN.
RETARGET_HIP_HALF __half __hmax(__half a_, __half b_) {
  return __float2half(fmaxf(__half2float(a_), __half2float(b_)));
}
RETARGET_HIP_HALF __half __hmin(__half a_, __half b_) {
  return __float2half(fminf(__half2float(a_), __half2float(b_)));
}
RETARGET_HIP_HALF __half __hmax_nan(__half a_, __half b_) {
  return retarget_hip::detail_::nan_or(a_, b_, __hmax(a_, b_));
}
RETARGET_HIP_HALF __half __hmin_nan(__half a_, __half b_) {
  return retarget_hip::detail_::nan_or(a_, b_, __hmin(a_, b_));
}
RETARGET_HIP_HALF __half2 __hmax2(__half2 a_, __half2 b_) {
  return retarget_hip::detail_::each_half(a_, b_, [](__half x_, __half y_) { return __hmax(x_, y_); });
}
RETARGET_HIP_HALF __half2 __hmin2(__half2 a_, __half2 b_) {
  return retarget_hip::detail_::each_half(a_, b_, [](__half x_, __half y_) { return __hmin(x_, y_); });
}
RETARGET_HIP_HALF __half2 __hmax2_nan(__half2 a_, __half2 b_) {
  return retarget_hip::detail_::each_half(a_, b_, [](__half x_, __half y_) { return __hmax_nan(x_, y_); });
}
RETARGET_HIP_HALF __half2 __hmin2_nan(__half2 a_, __half2 b_) {
  return retarget_hip::detail_::each_half(a_, b_, [](__half x_, __half y_) { return __hmin_nan(x_, y_); });
}

// Never contracted into a fused multiply-add.
RETARGET_HIP_HALF __half __hadd_rn(__half a_, __half b_) { return __hadd(a_, b_); }
RETARGET_HIP_HALF __half2 __hadd2_rn(__half2 a_, __half2 b_) { return __hadd2(a_, b_); }
RETARGET_HIP_HALF __half __hsub_rn(__half a_, __half b_) { return __hsub(a_, b_); }
RETARGET_HIP_HALF __half2 __hsub2_rn(__half2 a_, __half2 b_) { return __hsub2(a_, b_); }
RETARGET_HIP_HALF __half __hmul_rn(__half a_, __half b_) { return __hmul(a_, b_); }
RETARGET_HIP_HALF __half2 __hmul2_rn(__half2 a_, __half2 b_) { return __hmul2(a_, b_); }
RETARGET_HIP_HALF __half __hfma_relu(__half a_, __half b_, __half c_) {
  return __hmax_nan(__hfma(a_, b_, c_), __float2half(0.0f));
}
RETARGET_HIP_HALF __half2 __hfma2_relu(__half2 a_, __half2 b_, __half2 c_) {
  return __hmax2_nan(__hfma2(a_, b_, c_), __floats2half2_rn(0.0f, 0.0f));
}
// Complex a * b + c, the real part in the low half.
RETARGET_HIP_HALF __half2 __hcmadd(__half2 a_, __half2 b_, __half2 c_) {
  const __half real_ = __hfma(__low2half(a_), __low2half(b_), __low2half(c_));
  const __half imaginary_ = __hfma(__low2half(a_), __high2half(b_), __high2half(c_));
  return __halves2half2(__hfma(__hneg(__high2half(a_)), __high2half(b_), real_),
                        __hfma(__high2half(a_), __low2half(b_), imaginary_));
}
RETARGET_HIP_HALF __half htanh(__half x_) { return __float2half(tanhf(__half2float(x_))); }
RETARGET_HIP_HALF __half htanh_approx(__half x_) { return htanh(x_); }
RETARGET_HIP_HALF __half2 h2tanh(__half2 x_) {
  return __floats2half2_rn(tanhf(__low2float(x_)), tanhf(__high2float(x_)));
}
RETARGET_HIP_HALF __half2 h2tanh_approx(__half2 x_) { return h2tanh(x_); }

// Comparisons as masks; the unordered ones (u) also hold where a NaN is compared.
#define RETARGET_HIP_HALF_MASK(name, holds_)                                                     \
  RETARGET_HIP_HALF unsigned __h##name##2_mask(__half2 a_, __half2 b_) {                          \
    return retarget_hip::detail_::half_mask(a_, b_, [](float x_, float y_) { return holds_; });       \
  }
RETARGET_HIP_HALF_MASK(eq, x_ == y_)
RETARGET_HIP_HALF_MASK(ne, x_ < y_ || x_ > y_)
RETARGET_HIP_HALF_MASK(lt, x_ < y_)
RETARGET_HIP_HALF_MASK(le, x_ <= y_)
RETARGET_HIP_HALF_MASK(gt, x_ > y_)
RETARGET_HIP_HALF_MASK(ge, x_ >= y_)
RETARGET_HIP_HALF_MASK(equ, !(x_ < y_ || x_ > y_))
RETARGET_HIP_HALF_MASK(neu, x_ != y_)
RETARGET_HIP_HALF_MASK(ltu, !(x_ >= y_))
RETARGET_HIP_HALF_MASK(leu, !(x_ > y_))
RETARGET_HIP_HALF_MASK(gtu, !(x_ <= y_))
RETARGET_HIP_HALF_MASK(geu, !(x_ < y_))
#undef RETARGET_HIP_HALF_MASK

RETARGET_HIP_HALF __half2 atomicAdd(__half2* address_, __half2 value_) {
  const unsigned old_ = retarget_hip::detail_::update_word(reinterpret_cast<unsigned*>(address_), [=](unsigned word_) {
    return __builtin_bit_cast(unsigned, __hadd2(__builtin_bit_cast(__half2, word_), value_));
  });
  return __builtin_bit_cast(__half2, old_);
}
RETARGET_HIP_HALF __half atomicAdd(__half* address_, __half value_) {
  const size_t place_ = reinterpret_cast<size_t>(address_);
  const unsigned shift_ = (place_ & 2) * 8;
  const unsigned old_ =
      retarget_hip::detail_::update_word(reinterpret_cast<unsigned*>(place_ & ~size_t{3}), [=](unsigned word_) {
        const __half sum_ = __hadd(__builtin_bit_cast(__half, static_cast<unsigned short>(word_ >> shift_)), value_);
        return (word_ & ~(0xffffu << shift_)) | (unsigned{__builtin_bit_cast(unsigned short, sum_)} << shift_);
      });
  return __builtin_bit_cast(__half, static_cast<unsigned short>(old_ >> shift_));
}

#undef RETARGET_HIP_HALF

#endif

#endif
