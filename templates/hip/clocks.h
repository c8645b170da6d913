// PTX's %globaltimer, in nanoseconds, from the device's constant clock of 100 MHz.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CLOCKS_H
#define RETARGET_HIP_CLOCKS_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

__device__ inline unsigned long long globaltimer() {
  return __builtin_readsteadycounter() * 10ull;
}

}  // namespace retarget_hip

#endif

#endif
#endif
