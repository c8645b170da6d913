// CUDA's traps, breakpoints and sleep.
// All are templates, so that a function of the same name in any HIP version is preferred.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CONTROL_H
#define RETARGET_HIP_CONTROL_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

// A function of the host's may hold the first two in code that its own pass leaves out (`#ifdef __CUDA_ARCH__`).
template <typename = void>
__host__ __device__ inline void __trap() {
  __builtin_trap();
}
template <typename = void>
__host__ __device__ inline void __brkpt() {
  __builtin_debugtrap();
}
template <typename = void>
__device__ inline void __prof_trigger(int) {}

// One step of the loop sleeps 64 clocks, about 40 ns.
template <typename = void>
__device__ inline void __nanosleep(unsigned ns_) {
  for (unsigned slept_ = 0; slept_ < ns_; slept_ += 40) __builtin_amdgcn_s_sleep(1);
}

#endif

#endif
#endif
