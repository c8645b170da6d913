// Stands for cuBLAS's functions without a handle: hipBLAS's, with one handle for the program.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_BLAS_LEGACY_H
#define RETARGET_HIP_BLAS_LEGACY_H
#if __has_include(<hipblas/hipblas.h>)

#include "blas.h"
#include <hip/hip_runtime_api.h>
#include <hipblas/hipblas.h>

// Weak: all units of a program share one.
__attribute__((weak)) hipblasHandle_t retarget_hip_blas_handle;
__attribute__((weak)) hipblasStatus_t retarget_hip_blas_status;  // of the last function that failed

static inline hipblasStatus_t retarget_hip_blas_init(void) {
  return retarget_hip_blas_handle ? HIPBLAS_STATUS_SUCCESS : hipblasCreate(&retarget_hip_blas_handle);
}
static inline hipblasStatus_t retarget_hip_blas_shutdown(void) {
  hipblasHandle_t handle_ = retarget_hip_blas_handle;
  retarget_hip_blas_handle = 0;
  return handle_ ? hipblasDestroy(handle_) : HIPBLAS_STATUS_NOT_INITIALIZED;
}
static inline hipblasStatus_t retarget_hip_blas_error(void) {
  hipblasStatus_t status_ = retarget_hip_blas_status;
  retarget_hip_blas_status = HIPBLAS_STATUS_SUCCESS;
  return status_;
}
static inline hipblasStatus_t retarget_hip_blas_alloc(int count_, int size_, void** memory_) {
  if (count_ <= 0 || size_ <= 0) return HIPBLAS_STATUS_INVALID_VALUE;
  return hipMalloc(memory_, (size_t)count_ * (size_t)size_) == hipSuccess ? HIPBLAS_STATUS_SUCCESS
                                                                         : HIPBLAS_STATUS_ALLOC_FAILED;
}
static inline hipblasStatus_t retarget_hip_blas_free(const void* memory_) {
  return hipFree((void*)memory_) == hipSuccess ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_INTERNAL_ERROR;
}
static inline hipblasStatus_t retarget_hip_blas_set_stream(hipStream_t stream_) {
  return hipblasSetStream(retarget_hip_blas_handle, stream_);
}

#ifdef __cplusplus

#include <type_traits>

namespace retarget_hip {
namespace blas_detail_ {

// An argument as hipBLAS takes it: letters become enumerators, and numbers pointers to them.
template <typename To_, typename From_, typename = void>
struct given_ {
  static To_ as(const From_& from_) { return (To_)from_; }
};
template <typename To_, typename From_>
struct given_<To_*, From_, typename std::enable_if<!std::is_pointer<From_>::value>::type> {
  typename std::remove_const<To_>::type held_;
  static given_ as(const From_& from_) { return {(typename std::remove_const<To_>::type)from_}; }
  operator To_*() { return &held_; }
};
inline bool is_one_of(char letter_, char lower_) { return letter_ == lower_ || letter_ == lower_ - 'a' + 'A'; }
template <>
struct given_<hipblasOperation_t, char> {
  static hipblasOperation_t as(char letter_) {
    return is_one_of(letter_, 'n') ? HIPBLAS_OP_N : is_one_of(letter_, 't') ? HIPBLAS_OP_T : HIPBLAS_OP_C;
  }
};
template <>
struct given_<hipblasFillMode_t, char> {
  static hipblasFillMode_t as(char letter_) {
    return is_one_of(letter_, 'u') ? HIPBLAS_FILL_MODE_UPPER : HIPBLAS_FILL_MODE_LOWER;
  }
};
template <>
struct given_<hipblasSideMode_t, char> {
  static hipblasSideMode_t as(char letter_) {
    return is_one_of(letter_, 'l') ? HIPBLAS_SIDE_LEFT : HIPBLAS_SIDE_RIGHT;
  }
};
template <>
struct given_<hipblasDiagType_t, char> {
  static hipblasDiagType_t as(char letter_) {
    return is_one_of(letter_, 'u') ? HIPBLAS_DIAG_UNIT : HIPBLAS_DIAG_NON_UNIT;
  }
};

inline void keep(hipblasStatus_t status_) {
  if (status_ != HIPBLAS_STATUS_SUCCESS) retarget_hip_blas_status = status_;
}

}  // namespace blas_detail_

template <typename... Wanted_, typename... Given_>
typename std::enable_if<sizeof...(Wanted_) == sizeof...(Given_)>::type blas_call(
    hipblasStatus_t (*function_)(hipblasHandle_t, Wanted_...), Given_... arguments_) {
  blas_detail_::keep(function_(retarget_hip_blas_handle, blas_detail_::given_<Wanted_, Given_>::as(arguments_)...));
}
// Those whose result hipBLAS writes: to memory of the host, as nothing says otherwise to the handle.
template <typename Count_, typename First_, typename Step_, typename Result_>
Result_ blas_call(hipblasStatus_t (*function_)(hipblasHandle_t, Count_, First_, Step_, Result_*), int count_,
                  typename std::enable_if<true, First_>::type first_, int step_) {
  Result_ result_ = Result_();
  blas_detail_::keep(function_(retarget_hip_blas_handle, count_, first_, step_, &result_));
  return result_;
}
template <typename Count_, typename First_, typename Step_, typename Second_, typename Result_>
Result_ blas_call(hipblasStatus_t (*function_)(hipblasHandle_t, Count_, First_, Step_, Second_, Step_, Result_*),
                  int count_, typename std::enable_if<true, First_>::type first_, int step_,
                  typename std::enable_if<true, Second_>::type second_, int second_step_) {
  Result_ result_ = Result_();
  blas_detail_::keep(
      function_(retarget_hip_blas_handle, count_, first_, step_, second_, second_step_, &result_));
  return result_;
}

}  // namespace retarget_hip

#endif  // __cplusplus
#endif
#endif
