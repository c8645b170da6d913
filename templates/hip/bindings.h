// Structured bindings of CUDA's vector types, which are plain structures; HIP's are classes around an anonymous union,
// which no binding takes apart.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_BINDINGS_H
#define RETARGET_HIP_BINDINGS_H
#if defined(__cplusplus) && __cplusplus >= 201703L

#include <hip/hip_runtime.h>

#include <cstddef>
#include <utility>

#pragma push_macro("get")
#undef get
#pragma push_macro("type")
#undef type

template <typename Component_, unsigned count_>
struct std::tuple_size<HIP_vector_type<Component_, count_>> : std::integral_constant<std::size_t, count_> {};

template <std::size_t at_, typename Component_, unsigned count_>
struct std::tuple_element<at_, HIP_vector_type<Component_, count_>> {
  using type = Component_;
};

// Found by the type of its argument. The components lie one behind the other in every version.
template <std::size_t at_, typename Component_, unsigned count_>
__host__ __device__ inline Component_& get(HIP_vector_type<Component_, count_>& vector_) {
  static_assert(at_ < count_ && sizeof(vector_) >= count_ * sizeof(Component_), "a component of the vector");
  return reinterpret_cast<Component_*>(&vector_)[at_];
}
template <std::size_t at_, typename Component_, unsigned count_>
__host__ __device__ inline const Component_& get(const HIP_vector_type<Component_, count_>& vector_) {
  return get<at_>(const_cast<HIP_vector_type<Component_, count_>&>(vector_));
}
template <std::size_t at_, typename Component_, unsigned count_>
__host__ __device__ inline Component_&& get(HIP_vector_type<Component_, count_>&& vector_) {
  return static_cast<Component_&&>(get<at_>(vector_));
}

#pragma pop_macro("get")
#pragma pop_macro("type")

#endif
#endif
