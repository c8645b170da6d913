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

namespace retarget_hip {
namespace detail {

template <typename Integer>
__device__ inline float normalized(Integer value) {
  static_assert(std::numeric_limits<Integer>::is_integer && sizeof(Integer) <= 2, "8 or 16 bits are normalised");
  const float scaled = static_cast<float>(value) / static_cast<float>(std::numeric_limits<Integer>::max());
  return scaled < -1.0f ? -1.0f : scaled;  // the lowest number
}
#define RETARGET_NORMALIZED(vector, Integer)                                                          \
  __device__ inline float1 normalized(const vector##1& v) { return make_float1(normalized<Integer>(v.x)); } \
  __device__ inline float2 normalized(const vector##2& v) {                                           \
    return make_float2(normalized<Integer>(v.x), normalized<Integer>(v.y));                           \
  }                                                                                                   \
  __device__ inline float4 normalized(const vector##4& v) {                                           \
    return make_float4(normalized<Integer>(v.x), normalized<Integer>(v.y), normalized<Integer>(v.z),  \
                       normalized<Integer>(v.w));                                                     \
  }
RETARGET_NORMALIZED(char, signed char)
RETARGET_NORMALIZED(uchar, unsigned char)
RETARGET_NORMALIZED(short, short)
RETARGET_NORMALIZED(ushort, unsigned short)
#undef RETARGET_NORMALIZED

// What a fetch gives of an element.
template <typename T, hipTextureReadMode mode>
struct Fetched {
  using type = T;
  __device__ static T of(const T& element) { return element; }
};
template <typename T>
struct Fetched<T, hipReadModeNormalizedFloat> {
  using type = decltype(normalized(T{}));
  __device__ static type of(const T& element) { return normalized(element); }
};

}  // namespace detail

// Declared as the reference was, `__constant__ retarget_hip::linear_texture<float> name;`. The members from
// `normalized` on can be set as on CUDA's references; a fetch from linear memory does not look at them.
template <typename T, int dimensions = hipTextureType1D, hipTextureReadMode mode = hipReadModeElementType>
struct linear_texture {
  static_assert(dimensions == hipTextureType1D, "no linear texture");
  using Value = detail::Fetched<T, mode>;
  const T* data;
  size_t count;
  int normalized;
  hipTextureFilterMode filterMode;
  hipTextureAddressMode addressMode[3];
  hipChannelFormatDesc channelDesc;

  __device__ typename Value::type fetch(int index) const {
    return Value::of(index >= 0 && static_cast<size_t>(index) < count ? data[index] : T{});
  }
};

template <typename T, int D, hipTextureReadMode M>
__device__ inline typename detail::Fetched<T, M>::type tex1Dfetch(const linear_texture<T, D, M>& texture, int index) {
  return texture.fetch(index);
}

template <typename T, int D, hipTextureReadMode M>
inline hipError_t hipBindTexture(size_t* offset, linear_texture<T, D, M>* symbol, const void* pointer,
                                 const hipChannelFormatDesc*, size_t bytes = UINT_MAX) {
  if (offset != nullptr) *offset = 0;
  linear_texture<T, D, M> bound = *symbol;
  bound.data = static_cast<const T*>(pointer);
  bound.count = bytes / sizeof(T);
  return hipMemcpyToSymbol(static_cast<const void*>(symbol), &bound, sizeof(bound), 0, hipMemcpyHostToDevice);
}
template <typename T, int D, hipTextureReadMode M>
inline hipError_t hipBindTexture(size_t* offset, linear_texture<T, D, M>& symbol, const void* pointer,
                                 const hipChannelFormatDesc& texel, size_t bytes = UINT_MAX) {
  return hipBindTexture(offset, &symbol, pointer, &texel, bytes);
}
template <typename T, int D, hipTextureReadMode M>
inline hipError_t hipBindTexture(size_t* offset, linear_texture<T, D, M>& symbol, const void* pointer,
                                 size_t bytes = UINT_MAX) {
  return hipBindTexture(offset, &symbol, pointer, &symbol.channelDesc, bytes);
}
template <typename T, int D, hipTextureReadMode M>
inline hipError_t hipUnbindTexture(linear_texture<T, D, M>* symbol) {
  return hipBindTexture(nullptr, symbol, nullptr, nullptr, 0);
}
template <typename T, int D, hipTextureReadMode M>
inline hipError_t hipUnbindTexture(linear_texture<T, D, M>& symbol) {
  return hipUnbindTexture(&symbol);
}
template <typename T, int D, hipTextureReadMode M>
inline hipError_t hipGetTextureAlignmentOffset(size_t* offset, const linear_texture<T, D, M>*) {
  *offset = 0;
  return hipSuccess;
}
template <typename T, int D, hipTextureReadMode M>
inline hipError_t hipGetTextureAlignmentOffset(size_t* offset, const linear_texture<T, D, M>& symbol) {
  return hipGetTextureAlignmentOffset(offset, &symbol);
}

// A texture object of linear memory: the handle points at its range, kept in device memory.
// normalized: whether its elements, of so many channels and bits for each, are read as normalised floats.
struct linear_range {
  const void* data;
  size_t bytes;
  bool normalized, is_signed;
  int channels, bits;
};

inline hipError_t hipCreateTextureObject(hipTextureObject_t* object, const hipResourceDesc* resource,
                                        const hipTextureDesc* description, const void*) {
  if (resource->resType != hipResourceTypeLinear) return hipErrorNotSupported;
  const auto& linear = resource->res.linear;
  const hipChannelFormatDesc& element = linear.desc;
  const bool normalized = description->readMode == hipReadModeNormalizedFloat;
  if (normalized && element.x != 8 && element.x != 16) return hipErrorInvalidValue;
  const int channels = (element.x > 0) + (element.y > 0) + (element.z > 0) + (element.w > 0);
  const bool is_signed = element.f == hipChannelFormatKindSigned;
  const linear_range range{linear.devPtr, linear.sizeInBytes, normalized, is_signed, channels, element.x};
  void* copy = nullptr;
  hipError_t error = hipMalloc(&copy, sizeof(range));
  if (error == hipSuccess) error = hipMemcpy(copy, &range, sizeof(range), hipMemcpyHostToDevice);
  *object = reinterpret_cast<hipTextureObject_t>(copy);
  return error;
}
inline hipError_t hipDestroyTextureObject(hipTextureObject_t object) {
  return hipFree(const_cast<void*>(reinterpret_cast<const void*>(object)));
}

namespace detail {

template <typename Unsigned, typename Signed>
__device__ inline float normalized_at(const linear_range& range, size_t at) {
  const Unsigned value = static_cast<const Unsigned*>(range.data)[at];
  return range.is_signed ? normalized(static_cast<Signed>(value)) : normalized(value);
}

// T: float, or a vector of them.
template <typename T>
__device__ inline T normalized_fetch(const linear_range& range, int index) {
  float values[4] = {};
  const size_t first = static_cast<size_t>(index) * range.channels;
  if (index >= 0 && (first + range.channels) * (range.bits / 8) <= range.bytes)
    for (int i = 0; i < range.channels; ++i)
      values[i] = range.bits == 8 ? normalized_at<unsigned char, signed char>(range, first + i)
                                  : normalized_at<unsigned short, short>(range, first + i);
  T result{};
  __builtin_memcpy(static_cast<void*>(&result), values, sizeof(T) < sizeof(values) ? sizeof(T) : sizeof(values));
  return result;
}

}  // namespace detail

template <typename T>
__device__ inline T tex1Dfetch(hipTextureObject_t object, int index) {
  const linear_range* range = reinterpret_cast<const linear_range*>(object);
  if (range->normalized) return detail::normalized_fetch<T>(*range, index);
  const bool inside = index >= 0 && (static_cast<size_t>(index) + 1) * sizeof(T) <= range->bytes;
  return inside ? static_cast<const T*>(range->data)[index] : T{};
}
template <typename T>
__device__ inline void tex1Dfetch(T* value, hipTextureObject_t object, int index) {
  *value = retarget_hip::tex1Dfetch<T>(object, index);
}

}  // namespace retarget_hip

#endif
#endif
