// What Thrust's algorithms ask for of memory is the device's.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_THRUST_MEMORY_H
#define RETARGET_HOST_THRUST_MEMORY_H

#include <thrust/detail/config.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/detail/sequential/execution_policy.h>

#include "retarget_host/device_bytes.h"

THRUST_NAMESPACE_BEGIN
namespace system {
namespace detail {
namespace sequential {

template <typename Derived>
inline void* malloc(execution_policy<Derived>&, std::size_t bytes) {
  return ::retarget_host::device_bytes(bytes);
}
template <typename Derived, typename Pointer>
inline void free(execution_policy<Derived>&, Pointer pointer) {
  ::retarget_host::take(thrust::raw_pointer_cast(pointer));
}

}  // namespace sequential
}  // namespace detail
}  // namespace system
THRUST_NAMESPACE_END

#endif
