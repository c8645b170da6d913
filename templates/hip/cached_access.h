// CUDA's loads and stores with a cache operator. Streaming ones become nontemporal.
// All are templates, so that a function of the same name in any HIP version is preferred.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CACHED_ACCESS_H
#define RETARGET_HIP_CACHED_ACCESS_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#pragma push_macro("type")
#undef type
#pragma push_macro("value")
#undef value

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

}  // namespace detail_
}  // namespace retarget_hip

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

#endif

#pragma pop_macro("type")
#pragma pop_macro("value")

#endif
#endif
