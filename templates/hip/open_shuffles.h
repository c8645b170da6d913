// Shuffles that a template leaves open: of CUDA's types, those of logical warps; of other classes, the overload that
// the program has for them, under CUDA's name.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_OPEN_SHUFFLES_H
#define RETARGET_HIP_OPEN_SHUFFLES_H
#ifdef __cplusplus

#include "warp_shuffles.h"

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <type_traits>

#pragma push_macro("open")
#undef open
#pragma push_macro("type")
#undef type
#pragma push_macro("value")
#undef value

#if defined(__HIPCC__)  // a host compiler knows no code of lanes
namespace warp32 {
namespace open {

template <typename T_>
struct is_half_ : std::integral_constant<bool, std::is_same<T_, __half>::value || std::is_same<T_, __half2>::value> {};
// What the program has for narrow numbers, no lookup finds at the call: these are refused.
template <typename T_>
struct is_known_ : std::integral_constant<bool, is_half_<T_>::value || std::is_enum<T_>::value ||
                                                   (std::is_arithmetic<T_>::value && sizeof(T_) >= 4)> {};
template <typename T_>
struct is_programs_ : std::integral_constant<bool, std::is_class<T_>::value && !is_half_<T_>::value> {};

// The host's compilation reads what it never runs, and does not see an overload that is there for the device alone.
#if !defined(__HIP_DEVICE_COMPILE__) && !defined(RETARGET_HOST)
#define RETARGET_HIP_OPEN_UNSEEN(name, ...)                            \
  template <typename T_, typename... More_>                            \
  __device__ __forceinline__ T_ name(long, __VA_ARGS__, More_...) {    \
    return value_;                                                     \
  }
#else
#define RETARGET_HIP_OPEN_UNSEEN(name, ...)
#endif

#define RETARGET_HIP_OPEN_SHUFFLE(ours, cudas)                                                            \
  template <typename T_, typename... More_, typename std::enable_if<is_known_<T_>::value, int>::type = 0>  \
  __device__ __forceinline__ auto ours(T_ value_, More_... more_)->decltype(warp32::ours(value_, more_...)) { \
    return warp32::ours(value_, more_...);                                                                \
  }                                                                                                       \
  template <typename T_, typename... More_>                                                               \
  __device__ __forceinline__ auto ours##_of_(int, T_ value_, More_... more_)->decltype(cudas(value_, more_...)) { \
    return cudas(value_, more_...);                                                                       \
  }                                                                                                       \
  RETARGET_HIP_OPEN_UNSEEN(ours##_of_, T_ value_)                                                         \
  template <typename T_, typename... More_, typename std::enable_if<is_programs_<T_>::value, int>::type = 0> \
  __device__ __forceinline__ auto ours(T_ value_, More_... more_)->decltype(ours##_of_(0, value_, more_...)) { \
    return ours##_of_(0, value_, more_...);                                                               \
  }
#define RETARGET_HIP_OPEN_SHUFFLE_SYNC(ours, cudas)                                                       \
  template <typename T_, typename... More_, typename std::enable_if<is_known_<T_>::value, int>::type = 0>  \
  __device__ __forceinline__ auto ours(unsigned mask_, T_ value_, More_... more_)                         \
      ->decltype(warp32::ours(mask_, value_, more_...)) {                                                 \
    return warp32::ours(mask_, value_, more_...);                                                         \
  }                                                                                                       \
  template <typename T_, typename... More_>                                                               \
  __device__ __forceinline__ auto ours##_of_(int, unsigned mask_, T_ value_, More_... more_)              \
      ->decltype(cudas(mask_, value_, more_...)) {                                                        \
    return cudas(mask_, value_, more_...);                                                                \
  }                                                                                                       \
  RETARGET_HIP_OPEN_UNSEEN(ours##_of_, unsigned, T_ value_)                                               \
  template <typename T_, typename... More_, typename std::enable_if<is_programs_<T_>::value, int>::type = 0> \
  __device__ __forceinline__ auto ours(unsigned mask_, T_ value_, More_... more_)                         \
      ->decltype(ours##_of_(0, mask_, value_, more_...)) {                                                \
    return ours##_of_(0, mask_, value_, more_...);                                                        \
  }

RETARGET_HIP_OPEN_SHUFFLE(shfl, __shfl)
RETARGET_HIP_OPEN_SHUFFLE(shfl_up, __shfl_up)
RETARGET_HIP_OPEN_SHUFFLE(shfl_down, __shfl_down)
RETARGET_HIP_OPEN_SHUFFLE(shfl_xor, __shfl_xor)
RETARGET_HIP_OPEN_SHUFFLE_SYNC(shfl_sync, __shfl_sync)
RETARGET_HIP_OPEN_SHUFFLE_SYNC(shfl_up_sync, __shfl_up_sync)
RETARGET_HIP_OPEN_SHUFFLE_SYNC(shfl_down_sync, __shfl_down_sync)
RETARGET_HIP_OPEN_SHUFFLE_SYNC(shfl_xor_sync, __shfl_xor_sync)

#undef RETARGET_HIP_OPEN_SHUFFLE_SYNC
#undef RETARGET_HIP_OPEN_SHUFFLE
#undef RETARGET_HIP_OPEN_UNSEEN

}  // namespace open
}  // namespace warp32
#endif

#pragma pop_macro("open")
#pragma pop_macro("type")
#pragma pop_macro("value")

#endif
#endif
