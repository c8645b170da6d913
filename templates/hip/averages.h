// CUDA's averages of integers: HIP's own overflow, or give a truth value.
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

}  // namespace retarget_hip

#endif

#pragma pop_macro("type")
#pragma pop_macro("value")

#endif
#endif
