// CUDA's device functions that HIP lacks or spells apart: cached loads and stores, bits, traps, pointers.
// All are templates, so that a function of the same name in any HIP version is preferred.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_DEVICE_H
#define RETARGET_HIP_DEVICE_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#include <type_traits>

template <typename = void>
__host__ __device__ inline unsigned umin(unsigned a, unsigned b) {
  return a < b ? a : b;
}
template <typename = void>
__host__ __device__ inline unsigned umax(unsigned a, unsigned b) {
  return a < b ? b : a;
}
template <typename = void>
__host__ __device__ inline long long llmin(long long a, long long b) {
  return a < b ? a : b;
}
template <typename = void>
__host__ __device__ inline long long llmax(long long a, long long b) {
  return a < b ? b : a;
}
template <typename = void>
__host__ __device__ inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
template <typename = void>
__host__ __device__ inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {
namespace detail {

// What carries a value of so many bytes through a nontemporal or a volatile access.
template <unsigned bytes>
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

template <typename T, typename Carrier>
__device__ inline T unpack(Carrier raw) {
  static_assert(sizeof(T) == sizeof(Carrier), "the carrier has the size of the value");
  T value;
  __builtin_memcpy(&value, &raw, sizeof(T));
  return value;
}

template <typename T>
__device__ inline T load_streaming(const T* address) {
  using Carrier = typename carrier<sizeof(T)>::type;
  return unpack<T, Carrier>(__builtin_nontemporal_load(reinterpret_cast<const Carrier*>(address)));
}

template <typename T>
__device__ inline void store_streaming(T* address, const T& value) {
  using Carrier = typename carrier<sizeof(T)>::type;
  Carrier raw;
  __builtin_memcpy(&raw, &value, sizeof(T));
  __builtin_nontemporal_store(raw, reinterpret_cast<Carrier*>(address));
}

template <typename T>
__device__ inline T load_again(const T* address) {
  using Carrier = typename carrier<sizeof(T)>::type;
  const Carrier raw = *reinterpret_cast<const volatile Carrier*>(address);
  return unpack<T, Carrier>(raw);
}

template <typename T>
struct not_deduced {
  using type = T;
};
template <typename T>
using value_of = typename not_deduced<T>::type;

template <typename T, typename... Taken>
struct none_of : std::true_type {};
template <typename T, typename First, typename... Rest>
struct none_of<T, First, Rest...>
    : std::integral_constant<bool, !std::is_same<T, First>::value && none_of<T, Rest...>::value> {};

// Integers other than those for which HIP has an overload: they are ambiguous there.
template <typename T, typename... Taken>
using other_integer =
    typename std::enable_if<std::is_integral<T>::value && none_of<T, Taken...>::value, int>::type;

}  // namespace detail

// HIP's own count in `unsigned`, where `__ffs(x) - 1` is never negative.
__device__ inline int popc(unsigned value) { return __builtin_popcount(value); }
__device__ inline int popcll(unsigned long long value) { return __builtin_popcountll(value); }
__device__ inline int ffs(int value) { return __builtin_ffs(value); }
__device__ inline int ffsll(long long value) { return __builtin_ffsll(value); }

// HIP's own averages overflow, or give a truth value. The sum of two half numbers has the same name in CUDA.
template <typename T>
__device__ inline typename std::enable_if<std::is_class<T>::value, T>::type hadd(const T& a, const T& b) {
  return __hadd(a, b);
}
__device__ inline int hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
__device__ inline int rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
__device__ inline unsigned uhadd(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
__device__ inline unsigned urhadd(unsigned a, unsigned b) { return (a | b) - ((a ^ b) >> 1); }

namespace detail {

using generic_pointer = const __attribute__((address_space(0))) void*;
__device__ inline bool is_shared(const void* address) {
  return __builtin_amdgcn_is_shared((generic_pointer)address);
}
__device__ inline bool is_private(const void* address) {
  return __builtin_amdgcn_is_private((generic_pointer)address);
}

}  // namespace detail

// PTX's %globaltimer, in nanoseconds, from the device's constant clock of 100 MHz.
__device__ inline unsigned long long globaltimer() {
  return __builtin_readsteadycounter() * 10ull;
}

}  // namespace retarget_hip

// Loads and stores with a cache operator. Streaming ones become nontemporal.
template <typename T>
__device__ inline T __ldg(const T* address) {
  return *address;
}
template <typename T>
__device__ inline T __ldca(const T* address) {
  return *address;
}
template <typename T>
__device__ inline T __ldcg(const T* address) {
  return *address;
}
template <typename T>
__device__ inline T __ldcs(const T* address) {
  return retarget_hip::detail::load_streaming(address);
}
template <typename T>
__device__ inline T __ldlu(const T* address) {
  return retarget_hip::detail::load_streaming(address);
}
template <typename T>
__device__ inline T __ldcv(const T* address) {
  return retarget_hip::detail::load_again(address);
}
template <typename T>
__device__ inline void __stwb(T* address, retarget_hip::detail::value_of<T> value) {
  *address = value;
}
template <typename T>
__device__ inline void __stcg(T* address, retarget_hip::detail::value_of<T> value) {
  *address = value;
}
template <typename T>
__device__ inline void __stwt(T* address, retarget_hip::detail::value_of<T> value) {
  *address = value;
}
template <typename T>
__device__ inline void __stcs(T* address, retarget_hip::detail::value_of<T> value) {
  retarget_hip::detail::store_streaming(address, value);
}

// Bits.
template <typename T, retarget_hip::detail::other_integer<T, int, unsigned> = 0>
__device__ inline int __ffs(T value) {
  return retarget_hip::ffs(static_cast<int>(value));
}
template <typename T, retarget_hip::detail::other_integer<T, long long, unsigned long long> = 0>
__device__ inline int __ffsll(T value) {
  return retarget_hip::ffsll(static_cast<long long>(value));
}
template <typename T, retarget_hip::detail::other_integer<T, int> = 0>
__device__ inline double __uint2double_rn(T value) {
  return static_cast<double>(static_cast<unsigned>(value));
}

// The position of the offset-th set bit of `mask` from bit `base` on, up or down; ~0u if there is none.
template <typename = void>
__device__ inline unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return (mask >> base) & 1u ? base : ~0u;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step)
    if (((mask >> bit) & 1u) && --left == 0) return static_cast<unsigned>(bit);
  return ~0u;
}

template <typename = void>
__device__ inline float __tanhf(float x) {
  return tanhf(x);
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
__device__ inline void __nanosleep(unsigned ns) {
  for (unsigned slept = 0; slept < ns; slept += 40) __builtin_amdgcn_s_sleep(1);
}

// Address spaces of a generic pointer. Constant memory is global memory here.
template <typename = void>
__device__ inline unsigned __isShared(const void* address) {
  return retarget_hip::detail::is_shared(address);
}
template <typename = void>
__device__ inline unsigned __isLocal(const void* address) {
  return retarget_hip::detail::is_private(address);
}
template <typename = void>
__device__ inline unsigned __isGlobal(const void* address) {
  return !retarget_hip::detail::is_shared(address) && !retarget_hip::detail::is_private(address);
}

#endif

#endif
#endif
