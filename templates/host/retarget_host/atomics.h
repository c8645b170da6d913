// Atomic operations of device code, on the host's atomics. Names and types are those of CUDA and HIP.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_ATOMICS_H
#define RETARGET_HOST_ATOMICS_H

#include <string.h>

#include <type_traits>

namespace retarget_host {

template <unsigned bytes>
struct Bits;
template <>
struct Bits<2> { using type = unsigned short; };
template <>
struct Bits<4> { using type = unsigned; };
template <>
struct Bits<8> { using type = unsigned long long; };

// Replaces a value by what `change` makes of it, as one step; gives the value before.
template <typename T, typename Change>
inline T atomically(T* address, Change change) {
  using B = typename Bits<sizeof(T)>::type;
  B* place = reinterpret_cast<B*>(address);
  B old = __atomic_load_n(place, __ATOMIC_SEQ_CST);
  for (;;) {
    T before;
    memcpy(&before, &old, sizeof(T));
    const T after = change(before);
    B next;
    memcpy(&next, &after, sizeof(T));
    if (__atomic_compare_exchange_n(place, &old, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return before;
  }
}

}  // namespace retarget_host

#define RETARGET_ATOMIC(name, T, expression)                                                    \
  inline T name(T* address, T value) {                                                          \
    return retarget_host::atomically(address, [value](T old) -> T { return expression; });      \
  }                                                                                             \
  inline T name##_block(T* address, T value) { return name(address, value); }                   \
  inline T name##_system(T* address, T value) { return name(address, value); }

#define RETARGET_ATOMIC_INTEGERS(name, expression)         \
  RETARGET_ATOMIC(name, int, expression)                   \
  RETARGET_ATOMIC(name, unsigned, expression)              \
  RETARGET_ATOMIC(name, long long, expression)             \
  RETARGET_ATOMIC(name, unsigned long long, expression)    \
  RETARGET_ATOMIC(name, unsigned long, expression)         \
  RETARGET_ATOMIC(name, long, expression)

RETARGET_ATOMIC_INTEGERS(atomicAdd, old + value)
RETARGET_ATOMIC(atomicAdd, float, old + value)
RETARGET_ATOMIC(atomicAdd, double, old + value)
RETARGET_ATOMIC_INTEGERS(atomicSub, old - value)
RETARGET_ATOMIC(atomicSub, float, old - value)
RETARGET_ATOMIC(atomicSub, double, old - value)
RETARGET_ATOMIC_INTEGERS(atomicExch, ((void)old, value))
RETARGET_ATOMIC(atomicExch, float, ((void)old, value))
RETARGET_ATOMIC(atomicExch, double, ((void)old, value))
RETARGET_ATOMIC_INTEGERS(atomicMin, value < old ? value : old)
RETARGET_ATOMIC(atomicMin, float, value < old ? value : old)
RETARGET_ATOMIC(atomicMin, double, value < old ? value : old)
RETARGET_ATOMIC_INTEGERS(atomicMax, old < value ? value : old)
RETARGET_ATOMIC(atomicMax, float, old < value ? value : old)
RETARGET_ATOMIC(atomicMax, double, old < value ? value : old)
RETARGET_ATOMIC_INTEGERS(atomicAnd, old & value)
RETARGET_ATOMIC_INTEGERS(atomicOr, old | value)
RETARGET_ATOMIC_INTEGERS(atomicXor, old ^ value)
RETARGET_ATOMIC(atomicInc, unsigned, old >= value ? 0u : old + 1)
RETARGET_ATOMIC(atomicDec, unsigned, old == 0 || old > value ? value : old - 1)
inline float unsafeAtomicAdd(float* address, float value) { return atomicAdd(address, value); }
inline double unsafeAtomicAdd(double* address, double value) { return atomicAdd(address, value); }
#undef RETARGET_ATOMIC_INTEGERS
#undef RETARGET_ATOMIC

#define RETARGET_ATOMIC_CAS(T)                                                                              \
  inline T atomicCAS(T* address, T compare, T value) {                                                      \
    return retarget_host::atomically(address, [=](T old) -> T { return old == compare ? value : old; });    \
  }                                                                                                         \
  inline T atomicCAS_block(T* address, T compare, T value) { return atomicCAS(address, compare, value); }   \
  inline T atomicCAS_system(T* address, T compare, T value) { return atomicCAS(address, compare, value); }
RETARGET_ATOMIC_CAS(int)
RETARGET_ATOMIC_CAS(unsigned)
RETARGET_ATOMIC_CAS(unsigned short)
RETARGET_ATOMIC_CAS(long long)
RETARGET_ATOMIC_CAS(unsigned long long)
RETARGET_ATOMIC_CAS(unsigned long)
RETARGET_ATOMIC_CAS(long)
RETARGET_ATOMIC_CAS(float)
RETARGET_ATOMIC_CAS(double)
#undef RETARGET_ATOMIC_CAS

// What clang offers on the device itself.
#define __builtin_amdgcn_atomic_inc32(address, value, ...) ::atomicInc(const_cast<unsigned*>(address), value)
#define __builtin_amdgcn_atomic_dec32(address, value, ...) ::atomicDec(const_cast<unsigned*>(address), value)
#ifndef __HIP_MEMORY_SCOPE_SYSTEM
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#endif
#define __hip_atomic_load(address, order, scope) __atomic_load_n(address, order)
#define __hip_atomic_store(address, value, order, scope) __atomic_store_n(address, value, order)
#define __hip_atomic_fetch_add(address, value, order, scope) \
  retarget_host::atomically(address, [given = (value)](auto old) -> decltype(old) { return old + given; })
#define __hip_atomic_fetch_min(address, value, order, scope) \
  retarget_host::atomically(address, [given = (value)](auto old) -> decltype(old) { return given < old ? given : old; })
#define __hip_atomic_fetch_max(address, value, order, scope) \
  retarget_host::atomically(address, [given = (value)](auto old) -> decltype(old) { return old < given ? given : old; })
#define __hip_atomic_fetch_and(address, value, order, scope) __atomic_fetch_and(address, value, order)
#define __hip_atomic_fetch_or(address, value, order, scope) __atomic_fetch_or(address, value, order)
#define __hip_atomic_fetch_xor(address, value, order, scope) __atomic_fetch_xor(address, value, order)
#define __hip_atomic_exchange(address, value, order, scope) \
  retarget_host::atomically(address, [given = (value)](auto) { return given; })
#define __hip_atomic_compare_exchange_strong(address, expected, value, ok, failed, scope) \
  __atomic_compare_exchange_n(address, expected, value, false, ok, failed)

#endif
