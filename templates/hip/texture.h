// 1-D fetches of linear memory without image hardware: linear_texture<T> for texture<T, 1>, and texture objects.
// tex1Dfetch, binds and unbinds of a reference are found by the argument's type. Out of range reads give 0. Elements
// of 8 and 16 bits that are read as normalised floats cover [0, 1], signed ones [-1, 1].
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_TEXTURE_H
#define RETARGET_HIP_TEXTURE_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#include <climits>
#include <cstddef>
#include <limits>

#pragma push_macro("bits")
#undef bits
#pragma push_macro("bytes")
#undef bytes
#pragma push_macro("count")
#undef count
#pragma push_macro("data")
#undef data
#pragma push_macro("f")
#undef f
#pragma push_macro("max")
#undef max
#pragma push_macro("of")
#undef of
#pragma push_macro("type")
#undef type
#pragma push_macro("w")
#undef w
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z

namespace retarget_hip {
namespace detail_ {

template <typename Integer_>
__device__ inline float normalized(Integer_ value_) {
  static_assert(std::numeric_limits<Integer_>::is_integer && sizeof(Integer_) <= 2, "8 or 16 bits are normalised");
  const float scaled_ = static_cast<float>(value_) / static_cast<float>(std::numeric_limits<Integer_>::max());
  return scaled_ < -1.0f ? -1.0f : scaled_;  // the lowest number
}
#define RETARGET_NORMALIZED(vector, Integer_)                                                          \
  __device__ inline float1 normalized(const vector##1& v_) { return make_float1(normalized<Integer_>(v_.x)); } \
  __device__ inline float2 normalized(const vector##2& v_) {                                           \
    return make_float2(normalized<Integer_>(v_.x), normalized<Integer_>(v_.y));                           \
  }                                                                                                   \
  __device__ inline float4 normalized(const vector##4& v_) {                                           \
    return make_float4(normalized<Integer_>(v_.x), normalized<Integer_>(v_.y), normalized<Integer_>(v_.z),  \
                       normalized<Integer_>(v_.w));                                                     \
  }
RETARGET_NORMALIZED(char, signed char)
RETARGET_NORMALIZED(uchar, unsigned char)
RETARGET_NORMALIZED(short, short)
RETARGET_NORMALIZED(ushort, unsigned short)
#undef RETARGET_NORMALIZED

// What a fetch gives of an element.
template <typename T_, hipTextureReadMode mode_>
struct Fetched {
  using type = T_;
  __device__ static T_ of(const T_& element_) { return element_; }
};
template <typename T_>
struct Fetched<T_, hipReadModeNormalizedFloat> {
  using type = decltype(normalized(T_{}));
  __device__ static type of(const T_& element_) { return normalized(element_); }
};

}  // namespace detail_

// Declared as the reference was, `__constant__ retarget_hip::linear_texture<float> name;`. The members from
// `normalized` on can be set as on CUDA's references; a fetch from linear memory does not look at them.
template <typename T_, int dimensions_ = hipTextureType1D, hipTextureReadMode mode_ = hipReadModeElementType>
struct linear_texture {
  static_assert(dimensions_ == hipTextureType1D, "no linear texture");
  using Value = detail_::Fetched<T_, mode_>;
  const T_* data;
  size_t count;
  int normalized;
  hipTextureFilterMode filterMode;
  hipTextureAddressMode addressMode[3];
  hipChannelFormatDesc channelDesc;

  __device__ typename Value::type fetch(int index_) const {
    return Value::of(index_ >= 0 && static_cast<size_t>(index_) < count ? data[index_] : T_{});
  }
};

template <typename T_, int D_, hipTextureReadMode M_>
__device__ inline typename detail_::Fetched<T_, M_>::type tex1Dfetch(const linear_texture<T_, D_, M_>& texture_, int index_) {
  return texture_.fetch(index_);
}

template <typename T_, int D_, hipTextureReadMode M_>
inline hipError_t hipBindTexture(size_t* offset_, linear_texture<T_, D_, M_>* symbol_, const void* pointer_,
                                 const hipChannelFormatDesc*, size_t bytes = UINT_MAX) {
  if (offset_ != nullptr) *offset_ = 0;
  linear_texture<T_, D_, M_> bound_ = *symbol_;
  bound_.data = static_cast<const T_*>(pointer_);
  bound_.count = bytes / sizeof(T_);
  return hipMemcpyToSymbol(static_cast<const void*>(symbol_), &bound_, sizeof(bound_), 0, hipMemcpyHostToDevice);
}
template <typename T_, int D_, hipTextureReadMode M_>
inline hipError_t hipBindTexture(size_t* offset_, linear_texture<T_, D_, M_>& symbol_, const void* pointer_,
                                 const hipChannelFormatDesc& texel_, size_t bytes = UINT_MAX) {
  return hipBindTexture(offset_, &symbol_, pointer_, &texel_, bytes);
}
template <typename T_, int D_, hipTextureReadMode M_>
inline hipError_t hipBindTexture(size_t* offset_, linear_texture<T_, D_, M_>& symbol_, const void* pointer_,
                                 size_t bytes = UINT_MAX) {
  return hipBindTexture(offset_, &symbol_, pointer_, &symbol_.channelDesc, bytes);
}
template <typename T_, int D_, hipTextureReadMode M_>
inline hipError_t hipUnbindTexture(linear_texture<T_, D_, M_>* symbol_) {
  return hipBindTexture(nullptr, symbol_, nullptr, nullptr, 0);
}
template <typename T_, int D_, hipTextureReadMode M_>
inline hipError_t hipUnbindTexture(linear_texture<T_, D_, M_>& symbol_) {
  return hipUnbindTexture(&symbol_);
}
template <typename T_, int D_, hipTextureReadMode M_>
inline hipError_t hipGetTextureAlignmentOffset(size_t* offset_, const linear_texture<T_, D_, M_>*) {
  *offset_ = 0;
  return hipSuccess;
}
template <typename T_, int D_, hipTextureReadMode M_>
inline hipError_t hipGetTextureAlignmentOffset(size_t* offset_, const linear_texture<T_, D_, M_>& symbol_) {
  return hipGetTextureAlignmentOffset(offset_, &symbol_);
}

// A texture object of linear memory: the handle points at its range, kept in device memory.
// normalized: whether its elements, of so many channels and bits for each, are read as normalised floats.
struct linear_range {
  const void* data;
  size_t bytes;
  bool normalized, is_signed;
  int channels, bits;
};

inline hipError_t hipCreateTextureObject(hipTextureObject_t* object_, const hipResourceDesc* resource_,
                                        const hipTextureDesc* description_, const void*) {
  if (resource_->resType != hipResourceTypeLinear) return hipErrorNotSupported;
  const auto& linear_ = resource_->res.linear;
  const hipChannelFormatDesc& element_ = linear_.desc;
  const bool normalized = description_->readMode == hipReadModeNormalizedFloat;
  if (normalized && element_.x != 8 && element_.x != 16) return hipErrorInvalidValue;
  const int channels = (element_.x > 0) + (element_.y > 0) + (element_.z > 0) + (element_.w > 0);
  const bool is_signed = element_.f == hipChannelFormatKindSigned;
  const linear_range range_{linear_.devPtr, linear_.sizeInBytes, normalized, is_signed, channels, element_.x};
  void* copy_ = nullptr;
  hipError_t error_ = hipMalloc(&copy_, sizeof(range_));
  if (error_ == hipSuccess) error_ = hipMemcpy(copy_, &range_, sizeof(range_), hipMemcpyHostToDevice);
  *object_ = reinterpret_cast<hipTextureObject_t>(copy_);
  return error_;
}
inline hipError_t hipDestroyTextureObject(hipTextureObject_t object_) {
  return hipFree(const_cast<void*>(reinterpret_cast<const void*>(object_)));
}

namespace detail_ {

template <typename Unsigned_, typename Signed_>
__device__ inline float normalized_at(const linear_range& range_, size_t at_) {
  const Unsigned_ value_ = static_cast<const Unsigned_*>(range_.data)[at_];
  return range_.is_signed ? normalized(static_cast<Signed_>(value_)) : normalized(value_);
}

// T: float, or a vector of them.
template <typename T_>
__device__ inline T_ normalized_fetch(const linear_range& range_, int index_) {
  float values_[4] = {};
  const size_t first_ = static_cast<size_t>(index_) * range_.channels;
  if (index_ >= 0 && (first_ + range_.channels) * (range_.bits / 8) <= range_.bytes)
    for (int i_ = 0; i_ < range_.channels; ++i_)
      values_[i_] = range_.bits == 8 ? normalized_at<unsigned char, signed char>(range_, first_ + i_)
                                  : normalized_at<unsigned short, short>(range_, first_ + i_);
  T_ result_{};
  __builtin_memcpy(static_cast<void*>(&result_), values_, sizeof(T_) < sizeof(values_) ? sizeof(T_) : sizeof(values_));
  return result_;
}

}  // namespace detail_

template <typename T_>
__device__ inline T_ tex1Dfetch(hipTextureObject_t object_, int index_) {
  const linear_range* range_ = reinterpret_cast<const linear_range*>(object_);
  if (range_->normalized) return detail_::normalized_fetch<T_>(*range_, index_);
  const bool inside_ = index_ >= 0 && (static_cast<size_t>(index_) + 1) * sizeof(T_) <= range_->bytes;
  return inside_ ? static_cast<const T_*>(range_->data)[index_] : T_{};
}
template <typename T_>
__device__ inline void tex1Dfetch(T_* value_, hipTextureObject_t object_, int index_) {
  *value_ = retarget_hip::tex1Dfetch<T_>(object_, index_);
}

}  // namespace retarget_hip

#pragma pop_macro("bits")
#pragma pop_macro("bytes")
#pragma pop_macro("count")
#pragma pop_macro("data")
#pragma pop_macro("f")
#pragma pop_macro("max")
#pragma pop_macro("of")
#pragma pop_macro("type")
#pragma pop_macro("w")
#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")

#endif
#endif
