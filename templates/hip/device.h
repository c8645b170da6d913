// CUDA's device functions that HIP lacks or spells apart: cached loads and stores, bits, traps, pointers.
// All are templates, so that a function of the same name in any HIP version is preferred.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_DEVICE_H
#define RETARGET_HIP_DEVICE_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#include <type_traits>

#pragma push_macro("type")
#undef type
#pragma push_macro("value")
#undef value

template <typename = void>
__host__ __device__ inline unsigned umin(unsigned a_, unsigned b_) {
  return a_ < b_ ? a_ : b_;
}
template <typename = void>
__host__ __device__ inline unsigned umax(unsigned a_, unsigned b_) {
  return a_ < b_ ? b_ : a_;
}
template <typename = void>
__host__ __device__ inline long long llmin(long long a_, long long b_) {
  return a_ < b_ ? a_ : b_;
}
template <typename = void>
__host__ __device__ inline long long llmax(long long a_, long long b_) {
  return a_ < b_ ? b_ : a_;
}
template <typename = void>
__host__ __device__ inline unsigned long long ullmin(unsigned long long a_, unsigned long long b_) {
  return a_ < b_ ? a_ : b_;
}
template <typename = void>
__host__ __device__ inline unsigned long long ullmax(unsigned long long a_, unsigned long long b_) {
  return a_ < b_ ? b_ : a_;
}

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {
namespace detail_ {

// What carries a value of so many bytes through a nontemporal or a volatile access.
template <unsigned bytes_>
struct carrier;
template <>
struct carrier<1> {
  using type = unsigned char;
};
template <>
struct carrier<2> {
  using type = unsigned short __attribute__((may_alias));
};
template <>
struct carrier<4> {
  using type = unsigned __attribute__((may_alias));
};
template <>
struct carrier<8> {
  using type = unsigned long long __attribute__((may_alias));
};
template <>
struct carrier<16> {
  using type = unsigned __attribute__((vector_size(16), may_alias));
};

template <typename T_, typename Carrier_>
__device__ inline T_ unpack(Carrier_ raw_) {
  static_assert(sizeof(T_) == sizeof(Carrier_), "the carrier has the size of the value");
  T_ value_;
  __builtin_memcpy(&value_, &raw_, sizeof(T_));
  return value_;
}

template <typename T_>
__device__ inline T_ load_streaming(const T_* address_) {
  using Carrier_ = typename carrier<sizeof(T_)>::type;
  return unpack<T_, Carrier_>(__builtin_nontemporal_load(reinterpret_cast<const Carrier_*>(address_)));
}

template <typename T_>
__device__ inline void store_streaming(T_* address_, const T_& value_) {
  using Carrier_ = typename carrier<sizeof(T_)>::type;
  Carrier_ raw_;
  __builtin_memcpy(&raw_, &value_, sizeof(T_));
  __builtin_nontemporal_store(raw_, reinterpret_cast<Carrier_*>(address_));
}

template <typename T_>
__device__ inline T_ load_again(const T_* address_) {
  using Carrier_ = typename carrier<sizeof(T_)>::type;
  const Carrier_ raw_ = *reinterpret_cast<const volatile Carrier_*>(address_);
  return unpack<T_, Carrier_>(raw_);
}

template <typename T_>
struct not_deduced {
  using type = T_;
};
template <typename T_>
using value_of = typename not_deduced<T_>::type;

template <typename T_, typename... Taken_>
struct none_of : std::true_type {};
template <typename T_, typename First_, typename... Rest_>
struct none_of<T_, First_, Rest_...>
    : std::integral_constant<bool, !std::is_same<T_, First_>::value && none_of<T_, Rest_...>::value> {};

// Integers other than those for which HIP has an overload: they are ambiguous there.
template <typename T_, typename... Taken_>
using other_integer =
    typename std::enable_if<std::is_integral<T_>::value && none_of<T_, Taken_...>::value, int>::type;

}  // namespace detail_

// HIP's own count in `unsigned`, where `__ffs(x) - 1` is never negative.
__device__ inline int popc(unsigned value_) { return __builtin_popcount(value_); }
__device__ inline int popcll(unsigned long long value_) { return __builtin_popcountll(value_); }
__device__ inline int ffs(int value_) { return __builtin_ffs(value_); }
__device__ inline int ffsll(long long value_) { return __builtin_ffsll(value_); }

// HIP's own averages overflow, or give a truth value. The sum of two half numbers has the same name in CUDA.
template <typename T_>
__device__ inline typename std::enable_if<std::is_class<T_>::value, T_>::type hadd(const T_& a_, const T_& b_) {
  return __hadd(a_, b_);
}
__device__ inline int hadd(int a_, int b_) { return (a_ & b_) + ((a_ ^ b_) >> 1); }
__device__ inline int rhadd(int a_, int b_) { return (a_ | b_) - ((a_ ^ b_) >> 1); }
__device__ inline unsigned uhadd(unsigned a_, unsigned b_) { return (a_ & b_) + ((a_ ^ b_) >> 1); }
__device__ inline unsigned urhadd(unsigned a_, unsigned b_) { return (a_ | b_) - ((a_ ^ b_) >> 1); }

namespace detail_ {

using generic_pointer = const __attribute__((address_space(0))) void*;
__device__ inline bool is_shared(const void* address_) {
  return __builtin_amdgcn_is_shared((generic_pointer)address_);
}
__device__ inline bool is_private(const void* address_) {
  return __builtin_amdgcn_is_private((generic_pointer)address_);
}

}  // namespace detail_

// PTX's %globaltimer, in nanoseconds, from the device's constant clock of 100 MHz.
__device__ inline unsigned long long globaltimer() {
  return __builtin_readsteadycounter() * 10ull;
}

}  // namespace retarget_hip

// Loads and stores with a cache operator. Streaming ones become nontemporal.
template <typename T_>
__device__ inline T_ __ldg(const T_* address_) {
  return *address_;
}
template <typename T_>
__device__ inline T_ __ldca(const T_* address_) {
  return *address_;
}
template <typename T_>
__device__ inline T_ __ldcg(const T_* address_) {
  return *address_;
}
template <typename T_>
__device__ inline T_ __ldcs(const T_* address_) {
  return retarget_hip::detail_::load_streaming(address_);
}
template <typename T_>
__device__ inline T_ __ldlu(const T_* address_) {
  return retarget_hip::detail_::load_streaming(address_);
}
template <typename T_>
__device__ inline T_ __ldcv(const T_* address_) {
  return retarget_hip::detail_::load_again(address_);
}
template <typename T_>
__device__ inline void __stwb(T_* address_, retarget_hip::detail_::value_of<T_> value_) {
  *address_ = value_;
}
template <typename T_>
__device__ inline void __stcg(T_* address_, retarget_hip::detail_::value_of<T_> value_) {
  *address_ = value_;
}
template <typename T_>
__device__ inline void __stwt(T_* address_, retarget_hip::detail_::value_of<T_> value_) {
  *address_ = value_;
}
template <typename T_>
__device__ inline void __stcs(T_* address_, retarget_hip::detail_::value_of<T_> value_) {
  retarget_hip::detail_::store_streaming(address_, value_);
}

// Bits.
template <typename T_, retarget_hip::detail_::other_integer<T_, int, unsigned> = 0>
__device__ inline int __ffs(T_ value_) {
  return retarget_hip::ffs(static_cast<int>(value_));
}
template <typename T_, retarget_hip::detail_::other_integer<T_, long long, unsigned long long> = 0>
__device__ inline int __ffsll(T_ value_) {
  return retarget_hip::ffsll(static_cast<long long>(value_));
}
template <typename T_, retarget_hip::detail_::other_integer<T_, int> = 0>
__device__ inline double __uint2double_rn(T_ value_) {
  return static_cast<double>(static_cast<unsigned>(value_));
}

// The position of the offset-th set bit of `mask_` from bit `base_` on, up or down; ~0u if there is none.
template <typename = void>
__device__ inline unsigned __fns(unsigned mask_, unsigned base_, int offset_) {
  if (offset_ == 0) return (mask_ >> base_) & 1u ? base_ : ~0u;
  const int step_ = offset_ > 0 ? 1 : -1;
  int left_ = offset_ > 0 ? offset_ : -offset_;
  for (int bit_ = static_cast<int>(base_); bit_ >= 0 && bit_ < 32; bit_ += step_)
    if (((mask_ >> bit_) & 1u) && --left_ == 0) return static_cast<unsigned>(bit_);
  return ~0u;
}

template <typename = void>
__device__ inline float __tanhf(float x_) {
  return tanhf(x_);
}

// Control.
template <typename = void>
__device__ inline void __trap() {
  __builtin_trap();
}
template <typename = void>
__device__ inline void __brkpt() {
  __builtin_debugtrap();
}
template <typename = void>
__device__ inline void __prof_trigger(int) {}

// One step of the loop sleeps 64 clocks, about 40 ns.
template <typename = void>
__device__ inline void __nanosleep(unsigned ns_) {
  for (unsigned slept_ = 0; slept_ < ns_; slept_ += 40) __builtin_amdgcn_s_sleep(1);
}

// Address spaces of a generic pointer. Constant memory is global memory here.
template <typename = void>
__device__ inline unsigned __isShared(const void* address_) {
  return retarget_hip::detail_::is_shared(address_);
}
template <typename = void>
__device__ inline unsigned __isLocal(const void* address_) {
  return retarget_hip::detail_::is_private(address_);
}
template <typename = void>
__device__ inline unsigned __isGlobal(const void* address_) {
  return !retarget_hip::detail_::is_shared(address_) && !retarget_hip::detail_::is_private(address_);
}

#endif

#pragma pop_macro("type")
#pragma pop_macro("value")

#endif
#endif
