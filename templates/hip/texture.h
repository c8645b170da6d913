// 1-D fetches of linear memory without image hardware: linear_texture<T> for texture<T, 1>, and texture objects.
// tex1Dfetch, binds and unbinds of a reference are found by the argument's type. Out of range reads give 0.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_TEXTURE_H
#define RETARGET_HIP_TEXTURE_H

#include <hip/hip_runtime.h>

#include <climits>
#include <cstddef>

namespace retarget_hip {

// Declared as the reference was, `__constant__ retarget_hip::linear_texture<float> name;`. The members from
// `normalized` on can be set as on CUDA's references; a fetch from linear memory does not look at them.
template <typename T, int dimensions = hipTextureType1D, hipTextureReadMode mode = hipReadModeElementType>
struct linear_texture {
  static_assert(dimensions == hipTextureType1D && mode == hipReadModeElementType, "no linear texture");
  const T* data;
  size_t count;
  int normalized;
  hipTextureFilterMode filterMode;
  hipTextureAddressMode addressMode[3];
  hipChannelFormatDesc channelDesc;

  __device__ T fetch(int index) const {
    return index >= 0 && static_cast<size_t>(index) < count ? data[index] : T{};
  }
};

template <typename T, int D, hipTextureReadMode M>
__device__ inline T tex1Dfetch(const linear_texture<T, D, M>& texture, int index) {
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
struct linear_range {
  const void* data;
  size_t bytes;
};

inline hipError_t hipCreateTextureObject(hipTextureObject_t* object, const hipResourceDesc* resource,
                                        const hipTextureDesc*, const void*) {
  if (resource->resType != hipResourceTypeLinear) return hipErrorNotSupported;
  const linear_range range{resource->res.linear.devPtr, resource->res.linear.sizeInBytes};
  void* copy = nullptr;
  hipError_t error = hipMalloc(&copy, sizeof(range));
  if (error == hipSuccess) error = hipMemcpy(copy, &range, sizeof(range), hipMemcpyHostToDevice);
  *object = reinterpret_cast<hipTextureObject_t>(copy);
  return error;
}
inline hipError_t hipDestroyTextureObject(hipTextureObject_t object) {
  return hipFree(const_cast<void*>(reinterpret_cast<const void*>(object)));
}

template <typename T>
__device__ inline T tex1Dfetch(hipTextureObject_t object, int index) {
  const linear_range* range = reinterpret_cast<const linear_range*>(object);
  const bool inside = index >= 0 && (static_cast<size_t>(index) + 1) * sizeof(T) <= range->bytes;
  return inside ? static_cast<const T*>(range->data)[index] : T{};
}
template <typename T>
__device__ inline void tex1Dfetch(T* value, hipTextureObject_t object, int index) {
  *value = retarget_hip::tex1Dfetch<T>(object, index);
}

}  // namespace retarget_hip

#endif
