// CUDA's built-in indices as values: threadIdx and its siblings are a uint3 or a dim3 there, which convert to each
// other, and objects of their own in HIP, which become a dim3 at most.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_INDEX_H
#define RETARGET_HIP_INDEX_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z

namespace retarget_hip {

struct Index {
  unsigned x, y, z;
  __host__ __device__ operator uint3() const { return make_uint3(x, y, z); }
  __host__ __device__ operator dim3() const { return dim3(x, y, z); }
};

template <typename Extent_>
__host__ __device__ inline const Index as_index(const Extent_& index_) {  // const, so that `auto&` takes it
  return Index{static_cast<unsigned>(index_.x), static_cast<unsigned>(index_.y), static_cast<unsigned>(index_.z)};
}

}  // namespace retarget_hip

#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")

#endif
#endif
