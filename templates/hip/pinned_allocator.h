// Stands for Thrust's allocator of pinned memory on the host, which rocThrust lacks.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_PINNED_ALLOCATOR_H
#define RETARGET_HIP_PINNED_ALLOCATOR_H
#ifdef __cplusplus
#if __has_include(<thrust/system/hip/memory_resource.h>)

#include <thrust/mr/allocator.h>
#include <thrust/system/hip/memory_resource.h>

namespace thrust {
namespace system {
namespace hip {
namespace experimental {

template <typename T>
using pinned_allocator =
    ::thrust::mr::stateless_resource_allocator<T, ::thrust::system::hip::universal_host_pinned_memory_resource>;

}  // namespace experimental
}  // namespace hip
}  // namespace system

namespace hip {
namespace experimental {

using ::thrust::system::hip::experimental::pinned_allocator;

}  // namespace experimental
}  // namespace hip
}  // namespace thrust

#endif
#endif
#endif
