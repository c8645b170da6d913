// Stands for PTX instructions that no function of HIP gives: bit fields, clamped shifts, carries, ordered accesses.
// Names and operand orders are those of the PTX ISA; types are template arguments or those of the parameters.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_PTX_H
#define RETARGET_HIP_PTX_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>
#include <stdint.h>

#include <type_traits>

#include "warp32.h"

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {
namespace ptx {

// An address operand, pointer or number, as a pointer; `offset` in bytes.
template <typename T, typename Address>
__device__ inline T* at(Address address, int64_t offset = 0) {
  return (T*)((uint64_t)address + (uint64_t)offset);
}

// The window of shared memory: its addresses are numbers of 32 bits, as in PTX.
template <typename T>
__device__ inline T* shared(uint32_t address, int64_t offset = 0) {
  return (T*)(__attribute__((address_space(3))) T*)(address + (uint32_t)offset);
}
template <typename Address>
__device__ inline uint32_t shared_address(Address generic) {
  return (uint32_t)(uint64_t)(__attribute__((address_space(3))) char*)(char*)(uint64_t)generic;
}

// The number of the own warp in its block.
__device__ inline uint32_t warp_id() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}
__device__ inline uint32_t warps() { return (blockDim.x * blockDim.y * blockDim.z + 31) / 32; }

template <typename T>
using unsigned_of = typename std::make_unsigned<T>::type;
template <typename T>
constexpr uint32_t bits = 8 * sizeof(T);

// A shift by the width or more gives 0, or the sign.
template <typename T>
__device__ inline T shl(T a, uint32_t b) {
  return b < bits<T> ? T(unsigned_of<T>(a) << b) : T(0);
}
template <typename T>
__device__ inline T shr(T a, uint32_t b) {
  return a >> (b < bits<T> ? b : bits<T> - 1) >> (b < bits<T> || a < T(0) ? 0 : 1);
}

// Position and length count by their low 8 bits; a field that runs over the top is filled by the sign, or by 0.
template <typename T>
__device__ inline T bfe(T a, uint32_t position, uint32_t length) {
  position &= 255;
  length &= 255;
  const uint32_t top = position + length < bits<T> ? position + length : bits<T>;
  if (length == 0) return 0;
  if (position >= bits<T>) return a < T(0) ? T(-1) : T(0);
  return shr<T>(T(unsigned_of<T>(a) << (bits<T> - top)), bits<T> - (top - position));
}
template <typename T>
__device__ inline T bfi(T a, T b, uint32_t position, uint32_t length) {
  const T mask = shl<T>(T(shl<T>(1, length & 255) - 1), position & 255);
  return (b & ~mask) | (shl<T>(a, position & 255) & mask);
}

// HIP's own __sad overflows.
__device__ inline uint32_t sad(int32_t a, int32_t b, uint32_t c) {
  return c + (a < b ? (uint32_t)b - (uint32_t)a : (uint32_t)a - (uint32_t)b);
}

// The position of the highest bit that differs from the sign; all ones where there is none.
template <typename T>
__device__ inline uint32_t bfind(T a) {
  const uint64_t value = unsigned_of<T>(a < T(0) ? T(~a) : a);
  return value ? 63u - (uint32_t)__builtin_clzll(value) : ~0u;
}
template <typename T>
__device__ inline uint32_t bfind_shiftamt(T a) {
  const uint32_t position = bfind<T>(a);
  return position == ~0u ? position : bits<T> - 1 - position;
}

// Each nibble of `selector` picks a byte of {b, a}; its high bit asks for eight times the sign of that byte.
__device__ inline uint32_t prmt(uint32_t a, uint32_t b, uint32_t selector) {
  const uint64_t bytes = (uint64_t)b << 32 | a;
  uint32_t result = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const uint32_t pick = selector >> (4 * i), byte = (uint32_t)(bytes >> (8 * (pick & 7))) & 255;
    result |= ((pick & 8) ? (byte & 128 ? 255 : 0) : byte) << (8 * i);
  }
  return result;
}

// Any function of three bits, by its table of values.
__device__ inline uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
  uint32_t result = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return result;
}

template <typename T>
__device__ inline T min(T a, T b) {
  return b < a ? b : a;
}
template <typename T>
__device__ inline T max(T a, T b) {
  return a < b ? b : a;
}
template <typename To, typename From>
__device__ inline To saturate(From value) {
  using Wide = typename std::conditional<std::is_signed<From>::value, int64_t, uint64_t>::type;
  constexpr To highest = std::is_signed<To>::value ? To((unsigned_of<To>(1) << (bits<To> - 1)) - 1) : To(-1);
  constexpr To lowest = std::is_signed<To>::value ? To(unsigned_of<To>(1) << (bits<To> - 1)) : To(0);
  if (value < From(0)) return std::is_signed<To>::value && (Wide)value >= (Wide)lowest ? To(value) : lowest;
  return (uint64_t)value > (uint64_t)highest ? highest : To(value);
}
// The 48 bits of a product of 24 bits: the high 32.
__device__ inline uint32_t mul24_hi(uint32_t a, uint32_t b) {
  return (uint32_t)(((uint64_t)(a & 0xffffff) * (b & 0xffffff)) >> 16);
}
__device__ inline int32_t mul24_hi(int32_t a, int32_t b) {
  return (int32_t)(((int64_t)bfe<int32_t>(a, 0, 24) * bfe<int32_t>(b, 0, 24)) >> 16);
}

// Sums and differences that leave and take a carry (a borrow).
template <typename T>
__device__ inline T add(T a, T b, uint32_t carry_in, uint32_t& carry) {
  const T sum = a + b, result = sum + carry_in;
  carry = (sum < a) | (result < sum);
  return result;
}
template <typename T>
__device__ inline T sub(T a, T b, uint32_t borrow_in, uint32_t& borrow) {
  const T difference = a - b;
  borrow = (a < b) | (difference < borrow_in);
  return difference - borrow_in;
}
__device__ inline uint32_t mul_hi(uint32_t a, uint32_t b) { return (uint32_t)(((uint64_t)a * b) >> 32); }
__device__ inline uint64_t mul_hi(uint64_t a, uint64_t b) { return (uint64_t)(((unsigned __int128)a * b) >> 64); }

// A rounding modifier in PTX forbids that a product and a sum become one operation.
#define RETARGET_HIP_PTX_ROUNDED(name, sign)    \
  template <typename T>                         \
  __device__ inline T name(T a, T b) {          \
    _Pragma("clang fp contract(off)")           \
    return a sign b;                            \
  }
RETARGET_HIP_PTX_ROUNDED(add_rn, +)
RETARGET_HIP_PTX_ROUNDED(sub_rn, -)
RETARGET_HIP_PTX_ROUNDED(mul_rn, *)
#undef RETARGET_HIP_PTX_ROUNDED

// Clang's values, which the host pass of some versions does not define.
enum : int { relaxed = __ATOMIC_RELAXED, acquire = __ATOMIC_ACQUIRE, release = __ATOMIC_RELEASE, acq_rel = __ATOMIC_ACQ_REL };
enum : int { cta = 3, gpu = 4, sys = 5 };

namespace detail {

template <unsigned size>
struct carrier;
template <>
struct carrier<1> {
  using type = uint8_t;
};
template <>
struct carrier<2> {
  using type = uint16_t __attribute__((may_alias));
};
template <>
struct carrier<4> {
  using type = uint32_t __attribute__((may_alias));
};
template <>
struct carrier<8> {
  using type = uint64_t __attribute__((may_alias));
};

}  // namespace detail

template <int order, int scope, typename T>
__device__ inline T load(const T* address) {
  using Carrier = typename detail::carrier<sizeof(T)>::type;
  const Carrier raw = __hip_atomic_load((const Carrier*)address, order, scope);
  T value;
  __builtin_memcpy(&value, &raw, sizeof(T));
  return value;
}
template <int order, int scope, typename T>
__device__ inline void store(T* address, typename std::common_type<T>::type value) {
  using Carrier = typename detail::carrier<sizeof(T)>::type;
  Carrier raw;
  __builtin_memcpy(&raw, &value, sizeof(T));
  __hip_atomic_store((Carrier*)address, raw, order, scope);
}
#define RETARGET_HIP_PTX_ATOM(name, operation)                                                \
  template <int order, int scope, typename T>                                                 \
  __device__ inline T atom_##name(T* address, typename std::common_type<T>::type value) {     \
    return operation(address, value, order, scope);                                           \
  }
RETARGET_HIP_PTX_ATOM(add, __hip_atomic_fetch_add)
RETARGET_HIP_PTX_ATOM(min, __hip_atomic_fetch_min)
RETARGET_HIP_PTX_ATOM(max, __hip_atomic_fetch_max)
RETARGET_HIP_PTX_ATOM(and, __hip_atomic_fetch_and)
RETARGET_HIP_PTX_ATOM(or, __hip_atomic_fetch_or)
RETARGET_HIP_PTX_ATOM(xor, __hip_atomic_fetch_xor)
RETARGET_HIP_PTX_ATOM(exch, __hip_atomic_exchange)
#undef RETARGET_HIP_PTX_ATOM

template <int order, int scope, typename T>
__device__ inline T atom_cas(T* address, typename std::common_type<T>::type expected,
                             typename std::common_type<T>::type desired) {
  constexpr int failed = order == acq_rel ? int(acquire) : order == release ? int(relaxed) : order;
  __hip_atomic_compare_exchange_strong(address, &expected, desired, order, failed, scope);
  return expected;
}

// The same by name, `acquire_sys::load(p)`. An atomic operation returns the old value.
#define RETARGET_HIP_PTX_ORDERED(order, scope)                                                                  \
  namespace order##_##scope {                                                                                   \
  template <typename T>                                                                                         \
  __device__ inline T load(const T* address) {                                                                  \
    return ptx::load<order, scope>(address);                                                                    \
  }                                                                                                             \
  template <typename T>                                                                                         \
  __device__ inline void store(T* address, typename std::common_type<T>::type value) {                          \
    ptx::store<order, scope>(address, value);                                                                   \
  }                                                                                                             \
  RETARGET_HIP_PTX_NAMED(add, order, scope)                                                                     \
  RETARGET_HIP_PTX_NAMED(min, order, scope)                                                                     \
  RETARGET_HIP_PTX_NAMED(max, order, scope)                                                                     \
  RETARGET_HIP_PTX_NAMED(and, order, scope)                                                                     \
  RETARGET_HIP_PTX_NAMED(or, order, scope)                                                                      \
  RETARGET_HIP_PTX_NAMED(xor, order, scope)                                                                     \
  RETARGET_HIP_PTX_NAMED(exch, order, scope)                                                                    \
  RETARGET_HIP_PTX_NAMED(cas, order, scope)                                                                     \
  }
#define RETARGET_HIP_PTX_NAMED(name, order, scope)                                                              \
  template <typename T, typename... Values>                                                                     \
  __device__ inline T atom_##name(T* address, Values... values) {                                               \
    return ptx::atom_##name<order, scope>(address, T(values)...);                                               \
  }
#define RETARGET_HIP_PTX_SCOPES(order) \
  RETARGET_HIP_PTX_ORDERED(order, cta) \
  RETARGET_HIP_PTX_ORDERED(order, gpu) \
  RETARGET_HIP_PTX_ORDERED(order, sys)
RETARGET_HIP_PTX_SCOPES(relaxed)
RETARGET_HIP_PTX_SCOPES(acquire)
RETARGET_HIP_PTX_SCOPES(release)
RETARGET_HIP_PTX_SCOPES(acq_rel)
#undef RETARGET_HIP_PTX_SCOPES
#undef RETARGET_HIP_PTX_NAMED
#undef RETARGET_HIP_PTX_ORDERED

// The members of `mask` where all of them hold the same value, else 0.
template <typename T>
__device__ inline uint32_t match_all(uint32_t mask, T value) {
  int same;
  return warp32::match_all_sync(mask, value, &same);
}

// A shuffle in its full form: `c` packs the clamp and the mask of the segment. `within` tells whether the
// source lane lay in the segment; where it did not, the own value is returned.
enum class Mode { up, down, bfly, idx };
template <Mode mode, typename T>
__device__ inline T shfl(uint32_t, T a, uint32_t b, uint32_t c, bool& within) {
  const int lane = (int)warp32::lane_id(), segment = (int)(c >> 8 & 31), clamp = (int)(c & 31), step = (int)(b & 31);
  const int last = (lane & segment) | (clamp & ~segment);
  const int source = mode == Mode::up     ? lane - step
                     : mode == Mode::down ? lane + step
                     : mode == Mode::bfly ? lane ^ step
                                          : (lane & segment) | (step & ~segment);
  within = mode == Mode::up ? source >= last : source <= last;
  return warp32::shfl(a, within ? source : lane);
}
template <Mode mode, typename T>
__device__ inline T shfl(uint32_t members, T a, uint32_t b, uint32_t c) {
  bool within;
  return shfl<mode>(members, a, b, c, within);
}

}  // namespace ptx
}  // namespace retarget_hip

#endif

#endif
#endif
