// Execution policies of devices for Thrust on the processor: streams are done in order, so that all are alike.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_THRUST_H
#define RETARGET_HOST_THRUST_H

#if defined(RETARGET_HOST_CUDA)
#include <cuda_runtime.h>
#else
#include <hip/hip_runtime.h>
#endif
#include <thrust/execution_policy.h>
// As the back ends for devices do, CUDA's and HIP's; the one for plain C++ does not.
#include <atomic>
#include <cfloat>
#include <chrono>
#include <iostream>

namespace retarget_host {

struct ThrustPolicy : ::thrust::system::cpp::detail::par_t {
  template <typename Stream>
  ThrustPolicy on(Stream) const {
    return *this;
  }
};

}  // namespace retarget_host

namespace thrust {
namespace cuda {
static const ::retarget_host::ThrustPolicy par{}, par_nosync{};
}
namespace hip {
static const ::retarget_host::ThrustPolicy par{}, par_nosync{};
}
}  // namespace thrust

#endif
