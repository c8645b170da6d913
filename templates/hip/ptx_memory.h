// Stands for PTX's accesses of memory: addresses as numbers, shared memory's window, orders and scopes, copies.
// Names and operand orders are those of the PTX ISA; an atomic operation returns the old value.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_PTX_MEMORY_H
#define RETARGET_HIP_PTX_MEMORY_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>
#include <stdint.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

// An address operand, pointer or number, as a pointer; `offset_` in bytes.
template <typename T_, typename Address_>
__device__ inline T_* ptx_at(Address_ address_, int64_t offset_ = 0) {
  return (T_*)((uint64_t)address_ + (uint64_t)offset_);
}

// The window of shared memory: its addresses are numbers of 32 bits, as in PTX.
template <typename T_>
__device__ inline T_* ptx_shared(uint32_t address_, int64_t offset_ = 0) {
  return (T_*)(__attribute__((address_space(3))) T_*)(uint64_t)(address_ + (uint32_t)offset_);
}
template <typename Address_>
__device__ inline uint32_t ptx_shared_address(Address_ generic_) {
  return (uint32_t)(uint64_t)(__attribute__((address_space(3))) char*)(char*)(uint64_t)generic_;
}

// What carries a value of so many bytes.
template <unsigned bytes_>
struct ptx_carrier_;
template <>
struct ptx_carrier_<1> {
  using word_ = uint8_t;
};
template <>
struct ptx_carrier_<2> {
  using word_ = uint16_t __attribute__((may_alias));
};
template <>
struct ptx_carrier_<4> {
  using word_ = uint32_t __attribute__((may_alias));
};
template <>
struct ptx_carrier_<8> {
  using word_ = uint64_t __attribute__((may_alias));
};
template <>
struct ptx_carrier_<16> {
  using word_ = uint32_t __attribute__((vector_size(16), may_alias));
};
template <typename T_>
using ptx_word_of_ = typename ptx_carrier_<sizeof(T_)>::word_;
template <typename T_>
struct ptx_same_ {
  using as_ = T_;
};
template <typename T_>  // a parameter of this type leaves it to the others to say what T_ is
using ptx_value_ = typename ptx_same_<T_>::as_;

template <int order_, int scope_, typename T_>
__device__ inline T_ ptx_load_(const T_* address_) {
  const ptx_word_of_<T_> raw_ = __hip_atomic_load((const ptx_word_of_<T_>*)address_, order_, scope_);
  T_ value_;
  __builtin_memcpy(&value_, &raw_, sizeof(T_));
  return value_;
}
template <int order_, int scope_, typename T_>
__device__ inline void ptx_store_(T_* address_, T_ value_) {
  ptx_word_of_<T_> raw_;
  __builtin_memcpy(&raw_, &value_, sizeof(T_));
  __hip_atomic_store((ptx_word_of_<T_>*)address_, raw_, order_, scope_);
}
template <int order_, int scope_, typename T_>
__device__ inline T_ ptx_cas_(T_* address_, T_ expected_, T_ desired_) {
  constexpr int failed_ = order_ == __ATOMIC_ACQ_REL   ? __ATOMIC_ACQUIRE
                          : order_ == __ATOMIC_RELEASE ? __ATOMIC_RELAXED
                                                       : order_;
  __hip_atomic_compare_exchange_strong(address_, &expected_, desired_, order_, failed_, scope_);
  return expected_;
}

// Counting up to a limit and down from it, in a circle.
template <int order_, int scope_, bool up_>
__device__ inline uint32_t ptx_count_(uint32_t* address_, uint32_t limit_) {
  uint32_t seen_ = __hip_atomic_load(address_, __ATOMIC_RELAXED, scope_), expected_;
  do {
    expected_ = seen_;
    const uint32_t above_ = expected_ >= limit_ ? 0u : expected_ + 1u;
    const uint32_t below_ = expected_ == 0u || expected_ > limit_ ? limit_ : expected_ - 1u;
    seen_ = ptx_cas_<order_, scope_>(address_, expected_, up_ ? above_ : below_);
  } while (seen_ != expected_);
  return seen_;
}

// By name, `ptx_load_acquire_sys(p)`. Scopes are clang's values, which the host pass of some versions does not define.
#define RETARGET_HIP_PTX_ATOM(operation, name, builtin, order, scope)                   \
  template <typename T_>                                                                \
  __device__ inline T_ ptx_atom_##operation##_##name(T_* address_, ptx_value_<T_> value_) { \
    return builtin(address_, value_, order, scope);                                     \
  }
#define RETARGET_HIP_PTX_ORDERED(name, order, scope)                                    \
  template <typename T_>                                                                \
  __device__ inline T_ ptx_load_##name(const T_* address_) {                            \
    return ptx_load_<order, scope>(address_);                                           \
  }                                                                                     \
  template <typename T_>                                                                \
  __device__ inline void ptx_store_##name(T_* address_, ptx_value_<T_> value_) {        \
    ptx_store_<order, scope, T_>(address_, value_);                                     \
  }                                                                                     \
  template <typename T_>                                                                \
  __device__ inline T_ ptx_atom_cas_##name(T_* address_, ptx_value_<T_> expected_, ptx_value_<T_> desired_) { \
    return ptx_cas_<order, scope, T_>(address_, expected_, desired_);                   \
  }                                                                                     \
  __device__ inline uint32_t ptx_atom_inc_##name(uint32_t* address_, uint32_t limit_) { \
    return ptx_count_<order, scope, true>(address_, limit_);                            \
  }                                                                                     \
  __device__ inline uint32_t ptx_atom_dec_##name(uint32_t* address_, uint32_t limit_) { \
    return ptx_count_<order, scope, false>(address_, limit_);                           \
  }                                                                                     \
  RETARGET_HIP_PTX_ATOM(add, name, __hip_atomic_fetch_add, order, scope)                \
  RETARGET_HIP_PTX_ATOM(min, name, __hip_atomic_fetch_min, order, scope)                \
  RETARGET_HIP_PTX_ATOM(max, name, __hip_atomic_fetch_max, order, scope)                \
  RETARGET_HIP_PTX_ATOM(and, name, __hip_atomic_fetch_and, order, scope)                \
  RETARGET_HIP_PTX_ATOM(or, name, __hip_atomic_fetch_or, order, scope)                  \
  RETARGET_HIP_PTX_ATOM(xor, name, __hip_atomic_fetch_xor, order, scope)                \
  RETARGET_HIP_PTX_ATOM(exch, name, __hip_atomic_exchange, order, scope)
RETARGET_HIP_PTX_ORDERED(relaxed_cta, __ATOMIC_RELAXED, 3)
RETARGET_HIP_PTX_ORDERED(relaxed_gpu, __ATOMIC_RELAXED, 4)
RETARGET_HIP_PTX_ORDERED(relaxed_sys, __ATOMIC_RELAXED, 5)
RETARGET_HIP_PTX_ORDERED(acquire_cta, __ATOMIC_ACQUIRE, 3)
RETARGET_HIP_PTX_ORDERED(acquire_gpu, __ATOMIC_ACQUIRE, 4)
RETARGET_HIP_PTX_ORDERED(acquire_sys, __ATOMIC_ACQUIRE, 5)
RETARGET_HIP_PTX_ORDERED(release_cta, __ATOMIC_RELEASE, 3)
RETARGET_HIP_PTX_ORDERED(release_gpu, __ATOMIC_RELEASE, 4)
RETARGET_HIP_PTX_ORDERED(release_sys, __ATOMIC_RELEASE, 5)
RETARGET_HIP_PTX_ORDERED(acq_rel_cta, __ATOMIC_ACQ_REL, 3)
RETARGET_HIP_PTX_ORDERED(acq_rel_gpu, __ATOMIC_ACQ_REL, 4)
RETARGET_HIP_PTX_ORDERED(acq_rel_sys, __ATOMIC_ACQ_REL, 5)
#undef RETARGET_HIP_PTX_ORDERED
#undef RETARGET_HIP_PTX_ATOM

// cp.async, done when it returns: 4, 8 or 16 bytes to shared memory; those behind `count_` become 0.
template <typename From_>
__device__ __forceinline__ void ptx_copy(uint32_t to_, From_ from_, uint32_t bytes_) {
  if (bytes_ == 16)
    *ptx_shared<ptx_carrier_<16>::word_>(to_) = *ptx_at<const ptx_carrier_<16>::word_>(from_);
  else if (bytes_ == 8)
    *ptx_shared<ptx_carrier_<8>::word_>(to_) = *ptx_at<const ptx_carrier_<8>::word_>(from_);
  else
    *ptx_shared<ptx_carrier_<4>::word_>(to_) = *ptx_at<const ptx_carrier_<4>::word_>(from_);
}
template <typename From_>
__device__ __forceinline__ void ptx_copy(uint32_t to_, From_ from_, uint32_t bytes_, uint32_t count_) {
  if (count_ >= bytes_) return ptx_copy(to_, from_, bytes_);
  for (uint32_t i_ = 0; i_ < bytes_; ++i_)
    *ptx_shared<uint8_t>(to_ + i_) = i_ < count_ ? *ptx_at<const uint8_t>(from_, i_) : uint8_t(0);
}

}  // namespace retarget_hip

#endif

#endif
#endif
