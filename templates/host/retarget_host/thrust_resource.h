// The memory of Thrust's device vectors is the device's: kernels may be given it.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_THRUST_RESOURCE_H
#define RETARGET_HOST_THRUST_RESOURCE_H

#include <thrust/detail/config.h>
#include <thrust/mr/fancy_pointer_resource.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/cpp/pointer.h>

#include <new>

#include "retarget_host/device_bytes.h"

namespace retarget_host {

class ThrustResource final : public ::thrust::mr::memory_resource<> {
 public:
  void* do_allocate(std::size_t bytes, std::size_t) override {  // on pages of its own: aligned for all
    void* address = device_bytes(bytes);
    if (!address) throw std::bad_alloc();
    return address;
  }
  void do_deallocate(void* address, std::size_t, std::size_t) override { take(address); }
};

}  // namespace retarget_host

THRUST_NAMESPACE_BEGIN
namespace system {
namespace cpp {

using memory_resource = thrust::mr::fancy_pointer_resource<::retarget_host::ThrustResource, thrust::cpp::pointer<void>>;
using universal_memory_resource =
    thrust::mr::fancy_pointer_resource<::retarget_host::ThrustResource, thrust::cpp::universal_pointer<void>>;
using universal_host_pinned_memory_resource = memory_resource;

}  // namespace cpp
}  // namespace system
THRUST_NAMESPACE_END

#endif
