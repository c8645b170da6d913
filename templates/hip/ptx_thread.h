// Stands for what PTX knows of a thread: its number in the block, and its warp.
// Members of CUDA's built-in variables have names that macros of the program may have: they are put aside.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_PTX_THREAD_H
#define RETARGET_HIP_PTX_THREAD_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>
#include <stdint.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

#pragma push_macro("x")
#pragma push_macro("y")
#pragma push_macro("z")
#undef x
#undef y
#undef z

namespace retarget_hip {

__device__ inline uint32_t ptx_threads() { return blockDim.x * blockDim.y * blockDim.z; }
__device__ inline uint32_t ptx_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

// The number of the own warp in its block, and of its warps.
__device__ inline uint32_t ptx_warp() { return ptx_thread() / 32; }
__device__ inline uint32_t ptx_warps() { return (ptx_threads() + 31) / 32; }

}  // namespace retarget_hip

#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")

#endif

#endif
#endif
