// Stands for PTX's carry flag where one asm statement leaves it to the next: add.cc, addc, madc and their like.
// Each thread has a byte of shared memory for it; within one function the compiler keeps it in a register.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_PTX_CARRY_H
#define RETARGET_HIP_PTX_CARRY_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>
#include <stdint.h>

#include "ptx.h"
#include "ptx_thread.h"

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

__device__ __forceinline__ uint8_t& ptx_carry_() {
  __shared__ uint8_t flags_[1024];
  return flags_[ptx_thread()];
}

// The flag is taken when the operands are known: what computes them may use it too.
#define RETARGET_HIP_PTX_SUM(name, with, carry)                        \
  template <typename T_>                                               \
  __device__ __forceinline__ T_ name##_cc(T_ a_, T_ b_) {              \
    uint8_t& flag_ = ptx_carry_();                                     \
    return with<T_>(a_, b_, carry, flag_);                             \
  }
#define RETARGET_HIP_PTX_MAD(name, product, carry)                     \
  template <typename T_>                                               \
  __device__ __forceinline__ T_ name##_cc(T_ a_, T_ b_, T_ c_) {       \
    using Word_ = ptx_unsigned_<T_>;                                   \
    uint8_t& flag_ = ptx_carry_();                                     \
    return T_(ptx_add<Word_>(Word_(product), Word_(c_), carry, flag_)); \
  }
RETARGET_HIP_PTX_SUM(ptx_add, ptx_add, 0)
RETARGET_HIP_PTX_SUM(ptx_addc, ptx_add, flag_)
RETARGET_HIP_PTX_SUM(ptx_sub, ptx_sub, 0)
RETARGET_HIP_PTX_SUM(ptx_subc, ptx_sub, flag_)
RETARGET_HIP_PTX_MAD(ptx_mad_lo, Word_(a_) * Word_(b_), 0)
RETARGET_HIP_PTX_MAD(ptx_mad_hi, ptx_mul_hi(a_, b_), 0)
RETARGET_HIP_PTX_MAD(ptx_madc_lo, Word_(a_) * Word_(b_), flag_)
RETARGET_HIP_PTX_MAD(ptx_madc_hi, ptx_mul_hi(a_, b_), flag_)
#undef RETARGET_HIP_PTX_MAD
#undef RETARGET_HIP_PTX_SUM
template <typename T_>
__device__ __forceinline__ T_ ptx_addc(T_ a_, T_ b_) {
  return a_ + b_ + ptx_carry_();
}
template <typename T_>
__device__ __forceinline__ T_ ptx_subc(T_ a_, T_ b_) {
  return a_ - b_ - ptx_carry_();
}
template <typename T_>
__device__ __forceinline__ T_ ptx_madc_lo(T_ a_, T_ b_, T_ c_) {
  using Word_ = ptx_unsigned_<T_>;
  return T_(Word_(a_) * Word_(b_) + Word_(c_) + ptx_carry_());
}
template <typename T_>
__device__ __forceinline__ T_ ptx_madc_hi(T_ a_, T_ b_, T_ c_) {
  using Word_ = ptx_unsigned_<T_>;
  return T_(Word_(ptx_mul_hi(a_, b_)) + Word_(c_) + ptx_carry_());
}

}  // namespace retarget_hip

#endif

#endif
#endif
