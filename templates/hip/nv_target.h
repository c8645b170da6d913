// Stands for libcu++'s <nv/target>: which side a piece of code is compiled for. AMD's GPUs count as 7.0, as in arch.h.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_NV_TARGET_H
#define RETARGET_HIP_NV_TARGET_H

#ifndef NV_IF_TARGET  // another header's may be there

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define NV_IS_DEVICE 1
#define NV_IS_HOST 0
#else
#define NV_IS_DEVICE 0
#define NV_IS_HOST 1
#endif
#define NV_ANY_TARGET 1
#define NV_NO_TARGET 0

#define NV_PROVIDES_SM_35 NV_IS_DEVICE
#define NV_PROVIDES_SM_37 NV_IS_DEVICE
#define NV_PROVIDES_SM_50 NV_IS_DEVICE
#define NV_PROVIDES_SM_52 NV_IS_DEVICE
#define NV_PROVIDES_SM_53 NV_IS_DEVICE
#define NV_PROVIDES_SM_60 NV_IS_DEVICE
#define NV_PROVIDES_SM_61 NV_IS_DEVICE
#define NV_PROVIDES_SM_62 NV_IS_DEVICE
#define NV_PROVIDES_SM_70 NV_IS_DEVICE
#define NV_PROVIDES_SM_72 0
#define NV_PROVIDES_SM_75 0
#define NV_PROVIDES_SM_80 0
#define NV_PROVIDES_SM_86 0
#define NV_PROVIDES_SM_87 0
#define NV_PROVIDES_SM_88 0
#define NV_PROVIDES_SM_89 0
#define NV_PROVIDES_SM_90 0
#define NV_PROVIDES_SM_100 0
#define NV_PROVIDES_SM_101 0
#define NV_PROVIDES_SM_103 0
#define NV_PROVIDES_SM_110 0
#define NV_PROVIDES_SM_120 0
#define NV_PROVIDES_SM_121 0

#define NV_IS_EXACTLY_SM_35 0
#define NV_IS_EXACTLY_SM_37 0
#define NV_IS_EXACTLY_SM_50 0
#define NV_IS_EXACTLY_SM_52 0
#define NV_IS_EXACTLY_SM_53 0
#define NV_IS_EXACTLY_SM_60 0
#define NV_IS_EXACTLY_SM_61 0
#define NV_IS_EXACTLY_SM_62 0
#define NV_IS_EXACTLY_SM_70 NV_IS_DEVICE
#define NV_IS_EXACTLY_SM_72 0
#define NV_IS_EXACTLY_SM_75 0
#define NV_IS_EXACTLY_SM_80 0
#define NV_IS_EXACTLY_SM_86 0
#define NV_IS_EXACTLY_SM_87 0
#define NV_IS_EXACTLY_SM_88 0
#define NV_IS_EXACTLY_SM_89 0
#define NV_IS_EXACTLY_SM_90 0
#define NV_IS_EXACTLY_SM_100 0
#define NV_IS_EXACTLY_SM_101 0
#define NV_IS_EXACTLY_SM_103 0
#define NV_IS_EXACTLY_SM_110 0
#define NV_IS_EXACTLY_SM_120 0
#define NV_IS_EXACTLY_SM_121 0

#define NV_HAS_FEATURE_SM_90a 0
#define NV_HAS_FEATURE_SM_100a 0
#define NV_HAS_FEATURE_SM_101a 0
#define NV_HAS_FEATURE_SM_103a 0
#define NV_HAS_FEATURE_SM_120a 0

// A piece without the brackets around it, where it has some.
#define RETARGET_HIP_NV_BARE_(...) RETARGET_HIP_NV_BARE_1_(RETARGET_HIP_NV_TAKEN_ __VA_ARGS__)
#define RETARGET_HIP_NV_BARE_1_(...) RETARGET_HIP_NV_BARE_2_(__VA_ARGS__)
#define RETARGET_HIP_NV_BARE_2_(...) RETARGET_HIP_NV_NOT_##__VA_ARGS__
#define RETARGET_HIP_NV_TAKEN_(...) RETARGET_HIP_NV_TAKEN_ __VA_ARGS__
#define RETARGET_HIP_NV_NOT_RETARGET_HIP_NV_TAKEN_

#define RETARGET_HIP_NV_JOINED_(a_, b_) a_##b_
#define RETARGET_HIP_NV_WHERE_(is_) RETARGET_HIP_NV_JOINED_(RETARGET_HIP_NV_WHERE_, is_)
#define RETARGET_HIP_NV_WHERE_1(piece_, ...) piece_
#define RETARGET_HIP_NV_WHERE_0(piece_, other_, ...) other_

#define NV_IF_TARGET(is_, ...) \
  { RETARGET_HIP_NV_BARE_(RETARGET_HIP_NV_WHERE_(is_)(__VA_ARGS__, , )) }
#define NV_IF_ELSE_TARGET(is_, piece_, other_) NV_IF_TARGET(is_, piece_, other_)

// The piece behind the first condition that holds, of up to ten.
#define RETARGET_HIP_NV_FIRST_0_()
#define RETARGET_HIP_NV_FIRST_2_(is_, piece_) RETARGET_HIP_NV_WHERE_(is_)(piece_, , )
#define RETARGET_HIP_NV_FIRST_4_(is_, piece_, ...) \
  RETARGET_HIP_NV_WHERE_(is_)(piece_, RETARGET_HIP_NV_FIRST_2_(__VA_ARGS__), )
#define RETARGET_HIP_NV_FIRST_6_(is_, piece_, ...) \
  RETARGET_HIP_NV_WHERE_(is_)(piece_, RETARGET_HIP_NV_FIRST_4_(__VA_ARGS__), )
#define RETARGET_HIP_NV_FIRST_8_(is_, piece_, ...) \
  RETARGET_HIP_NV_WHERE_(is_)(piece_, RETARGET_HIP_NV_FIRST_6_(__VA_ARGS__), )
#define RETARGET_HIP_NV_FIRST_10_(is_, piece_, ...) \
  RETARGET_HIP_NV_WHERE_(is_)(piece_, RETARGET_HIP_NV_FIRST_8_(__VA_ARGS__), )
#define RETARGET_HIP_NV_FIRST_12_(is_, piece_, ...) \
  RETARGET_HIP_NV_WHERE_(is_)(piece_, RETARGET_HIP_NV_FIRST_10_(__VA_ARGS__), )
#define RETARGET_HIP_NV_FIRST_14_(is_, piece_, ...) \
  RETARGET_HIP_NV_WHERE_(is_)(piece_, RETARGET_HIP_NV_FIRST_12_(__VA_ARGS__), )
#define RETARGET_HIP_NV_FIRST_16_(is_, piece_, ...) \
  RETARGET_HIP_NV_WHERE_(is_)(piece_, RETARGET_HIP_NV_FIRST_14_(__VA_ARGS__), )
#define RETARGET_HIP_NV_FIRST_18_(is_, piece_, ...) \
  RETARGET_HIP_NV_WHERE_(is_)(piece_, RETARGET_HIP_NV_FIRST_16_(__VA_ARGS__), )
#define RETARGET_HIP_NV_FIRST_20_(is_, piece_, ...) \
  RETARGET_HIP_NV_WHERE_(is_)(piece_, RETARGET_HIP_NV_FIRST_18_(__VA_ARGS__), )
#define RETARGET_HIP_NV_COUNT_(...) \
  RETARGET_HIP_NV_COUNTED_(__VA_ARGS__, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define RETARGET_HIP_NV_COUNTED_(a_, b_, c_, d_, e_, f_, g_, h_, i_, j_, k_, l_, m_, n_, o_, p_, q_, r_, s_, t_, n__, \
                                 ...)                                                                              \
  n__
#define RETARGET_HIP_NV_FIRST_(count_) RETARGET_HIP_NV_FIRST_OF_(count_)
#define RETARGET_HIP_NV_FIRST_OF_(count_) RETARGET_HIP_NV_FIRST_##count_##_
#define NV_DISPATCH_TARGET(...) \
  { RETARGET_HIP_NV_BARE_(RETARGET_HIP_NV_FIRST_(RETARGET_HIP_NV_COUNT_(__VA_ARGS__))(__VA_ARGS__)) }

#endif
#endif
