// CUDA's warp of 32 lanes on any wave width: on a wave of 64 lanes, two logical warps.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_WARP_SIZE_H
#define RETARGET_HIP_WARP_SIZE_H
#ifndef __cplusplus
// A unit of C has host code alone.
#define warp32_size 32
#define warp32_size_of(properties) ((void)(properties), 32)
#else

#include <hip/hip_runtime.h>

#pragma push_macro("size")
#undef size

namespace warp32 {

constexpr int size = 32;
constexpr unsigned full_mask = 0xffffffffu;

// In the place of a device's own width: a host counts the warps that kernels see.
template <typename Properties_>
__host__ __device__ constexpr int size_of(const Properties_&) {
  return size;
}

}  // namespace warp32

// The names that a header of both languages has.
#define warp32_size warp32::size
#define warp32_size_of warp32::size_of

#pragma pop_macro("size")

#endif
#endif
