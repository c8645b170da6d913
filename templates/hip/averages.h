// CUDA's averages of integers and other functions of theirs: HIP's own overflow, give a truth value, or lose a sign.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_AVERAGES_H
#define RETARGET_HIP_AVERAGES_H
#ifdef __cplusplus

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <type_traits>

#pragma push_macro("type")
#undef type
#pragma push_macro("value")
#undef value

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

// The sum of two half numbers has the same name in CUDA. HIP's stands in a namespace without a name, where only what is
// declared before this is found: its header is read first.
template <typename T_, typename = typename std::enable_if<std::is_class<T_>::value>::type>
__device__ inline auto hadd(const T_& a_, const T_& b_) -> decltype(__hadd(a_, b_)) {
  return __hadd(a_, b_);
}
__device__ inline int hadd(int a_, int b_) { return (a_ & b_) + ((a_ ^ b_) >> 1); }
__device__ inline int rhadd(int a_, int b_) { return (a_ | b_) - ((a_ ^ b_) >> 1); }
__device__ inline unsigned uhadd(unsigned a_, unsigned b_) { return (a_ & b_) + ((a_ ^ b_) >> 1); }
__device__ inline unsigned urhadd(unsigned a_, unsigned b_) { return (a_ | b_) - ((a_ ^ b_) >> 1); }
__device__ inline unsigned sad(int a_, int b_, unsigned sum_) {
  return (a_ > b_ ? unsigned(a_) - unsigned(b_) : unsigned(b_) - unsigned(a_)) + sum_;
}
__device__ inline unsigned umul24(unsigned a_, unsigned b_) { return static_cast<unsigned>(__umul24(a_, b_)); }

}  // namespace retarget_hip

#endif

#pragma pop_macro("type")
#pragma pop_macro("value")

#endif
#endif
