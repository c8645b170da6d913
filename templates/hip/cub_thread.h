// CUB's reduction of a thread's own items, which hipCUB declares in an order that no compiler finds.
// It stands in hipCUB's namespaces, under a name of its own.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CUB_THREAD_H
#define RETARGET_HIP_CUB_THREAD_H

#include <hip/hip_runtime.h>

#if defined(__cplusplus) && defined(__HIPCC__)

namespace hipcub {
namespace internal {

template <int count_, typename T_, typename Operator_>
__host__ __device__ inline T_ thread_reduce(const T_ (&items_)[count_], Operator_ operator_) {
  T_ sum_ = items_[0];
  for (int i_ = 1; i_ < count_; i_++) {
    sum_ = operator_(sum_, items_[i_]);
  }
  return sum_;
}
template <int count_, typename T_, typename Operator_>
__host__ __device__ inline T_ thread_reduce(const T_ (&items_)[count_], Operator_ operator_, T_ prefix_) {
  for (int i_ = 0; i_ < count_; i_++) {
    prefix_ = operator_(prefix_, items_[i_]);
  }
  return prefix_;
}

}  // namespace internal

using internal::thread_reduce;

}  // namespace hipcub

#endif
#endif
