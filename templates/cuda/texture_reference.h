// Texture references, which CUDA 12 dropped, on texture objects: texture_reference<T, dimensions, mode> for texture<...>.
// Fetches, binds and unbinds are found by the argument's type. What the members say holds from the next bind on.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_CUDA_TEXTURE_REFERENCE_H
#define RETARGET_CUDA_TEXTURE_REFERENCE_H
#ifdef __cplusplus

#include <cuda_runtime.h>

#include <climits>
#include <cstddef>
#include <cstdint>

#ifndef cudaTextureType1D
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#endif

namespace retarget_cuda {
namespace detail {

// All bits 0 is clamping, as in a reference that nothing was said of; the runtime counts wrapping as 0.
class AddressMode {
 public:
  operator cudaTextureAddressMode() const { return static_cast<cudaTextureAddressMode>(code_ ^ cudaAddressModeClamp); }
  AddressMode& operator=(cudaTextureAddressMode mode) {
    code_ = mode ^ cudaAddressModeClamp;
    return *this;
  }

 private:
  int code_;
};

// What a fetch gives of an element.
template <typename T, cudaTextureReadMode mode>
struct Fetched {
  using type = T;
};
#define RETARGET_CUDA_NORMALIZED(Integer, Real)         \
  template <>                                           \
  struct Fetched<Integer, cudaReadModeNormalizedFloat> { \
    using type = Real;                                  \
  };
#define RETARGET_CUDA_VECTORS(integer)          \
  RETARGET_CUDA_NORMALIZED(integer##1, float1)  \
  RETARGET_CUDA_NORMALIZED(integer##2, float2)  \
  RETARGET_CUDA_NORMALIZED(integer##4, float4)
RETARGET_CUDA_NORMALIZED(char, float)
RETARGET_CUDA_NORMALIZED(signed char, float)
RETARGET_CUDA_NORMALIZED(unsigned char, float)
RETARGET_CUDA_NORMALIZED(short, float)
RETARGET_CUDA_NORMALIZED(unsigned short, float)
RETARGET_CUDA_VECTORS(char)
RETARGET_CUDA_VECTORS(uchar)
RETARGET_CUDA_VECTORS(short)
RETARGET_CUDA_VECTORS(ushort)
#undef RETARGET_CUDA_VECTORS
#undef RETARGET_CUDA_NORMALIZED

}  // namespace detail

// Declared as the reference was, `__constant__ retarget_cuda::texture_reference<float> name;`. Kernels read `object`
// of the device's copy; the host's copy holds the rest.
template <typename T, int dimensions = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct texture_reference {
  cudaTextureObject_t object;
  std::size_t offset;  // of the bound address behind one that is aligned as textures have to be
  int device;          // that the object was made on
  int normalized;
  cudaTextureFilterMode filterMode;
  detail::AddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};

template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaUnbindTexture(texture_reference<T, D, M>& reference) {
  int device = 0;
  cudaError_t error = cudaGetDevice(&device);
  const cudaTextureObject_t none = 0, before = reference.object;
  if (error != cudaSuccess || before == none) return error;
  error = cudaMemcpyToSymbol(reference, &none, sizeof(none));  // waits for the kernels that may still fetch
  if (device == reference.device) cudaDestroyTextureObject(before);
  reference.object = none;
  return error;
}

namespace detail {

template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t bind(texture_reference<T, D, M>& reference, const cudaResourceDesc& resource) {
  cudaError_t error = cudaUnbindTexture(reference);
  if (error != cudaSuccess) return error;
  cudaTextureDesc texture = {};
  for (int i = 0; i < 3; ++i) texture.addressMode[i] = reference.addressMode[i];
  texture.filterMode = reference.filterMode;
  texture.readMode = M;
  texture.sRGB = reference.sRGB;
  texture.normalizedCoords = reference.normalized;
  texture.maxAnisotropy = reference.maxAnisotropy;
  texture.mipmapFilterMode = reference.mipmapFilterMode;
  texture.mipmapLevelBias = reference.mipmapLevelBias;
  texture.minMipmapLevelClamp = reference.minMipmapLevelClamp;
  texture.maxMipmapLevelClamp = reference.maxMipmapLevelClamp;
  error = cudaGetDevice(&reference.device);
  if (error == cudaSuccess) error = cudaCreateTextureObject(&reference.object, &resource, &texture, nullptr);
  if (error != cudaSuccess) return error;
  return cudaMemcpyToSymbol(reference, &reference.object, sizeof(reference.object));
}

// The aligned address in front of `pointer`; what lies between goes to `offset`, which then may not be null.
inline cudaError_t aligned(const void*& pointer, cudaDeviceAttr attribute, std::size_t& kept, std::size_t* offset) {
  int device = 0, alignment = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&alignment, attribute, device);
  if (error != cudaSuccess) return error;
  kept = alignment > 0 ? reinterpret_cast<std::uintptr_t>(pointer) % alignment : 0;
  if (kept != 0 && offset == nullptr) return cudaErrorInvalidValue;
  if (offset != nullptr) *offset = kept;
  pointer = static_cast<const char*>(pointer) - kept;
  return cudaSuccess;
}

// As many bytes as a linear texture can have, where the call names none.
template <typename T>
inline std::size_t at_most(std::size_t bytes) {
  int device = 0, width = 0;
  if (bytes != UINT_MAX || cudaGetDevice(&device) != cudaSuccess) return bytes;
  if (cudaDeviceGetAttribute(&width, cudaDevAttrMaxTexture1DLinearWidth, device) != cudaSuccess) return bytes;
  const std::size_t most = static_cast<std::size_t>(width) * sizeof(T);
  return bytes < most ? bytes : most;
}

}  // namespace detail

template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaBindTexture(std::size_t* offset, texture_reference<T, D, M>& reference, const void* pointer,
                                   const cudaChannelFormatDesc& texel, std::size_t bytes = UINT_MAX) {
  const cudaError_t error = detail::aligned(pointer, cudaDevAttrTextureAlignment, reference.offset, offset);
  if (error != cudaSuccess) return error;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<void*>(pointer);
  resource.res.linear.desc = texel;
  resource.res.linear.sizeInBytes = detail::at_most<T>(bytes == UINT_MAX ? bytes : bytes + reference.offset);
  return detail::bind(reference, resource);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaBindTexture(std::size_t* offset, texture_reference<T, D, M>& reference, const void* pointer,
                                   std::size_t bytes = UINT_MAX) {
  return cudaBindTexture(offset, reference, pointer, cudaCreateChannelDesc<T>(), bytes);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaBindTexture2D(std::size_t* offset, texture_reference<T, D, M>& reference, const void* pointer,
                                     const cudaChannelFormatDesc& texel, std::size_t width, std::size_t height,
                                     std::size_t pitch) {
  const cudaError_t error = detail::aligned(pointer, cudaDevAttrTextureAlignment, reference.offset, offset);
  if (error != cudaSuccess) return error;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = const_cast<void*>(pointer);
  resource.res.pitch2D.desc = texel;
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  return detail::bind(reference, resource);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaBindTexture2D(std::size_t* offset, texture_reference<T, D, M>& reference, const void* pointer,
                                     std::size_t width, std::size_t height, std::size_t pitch) {
  return cudaBindTexture2D(offset, reference, pointer, cudaCreateChannelDesc<T>(), width, height, pitch);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaBindTextureToArray(texture_reference<T, D, M>& reference, cudaArray_const_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = const_cast<cudaArray_t>(array);
  reference.offset = 0;
  return detail::bind(reference, resource);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaBindTextureToArray(texture_reference<T, D, M>& reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc&) {
  return cudaBindTextureToArray(reference, array);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaBindTextureToMipmappedArray(texture_reference<T, D, M>& reference,
                                                   cudaMipmappedArray_const_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = const_cast<cudaMipmappedArray_t>(array);
  reference.offset = 0;
  return detail::bind(reference, resource);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaBindTextureToMipmappedArray(texture_reference<T, D, M>& reference,
                                                   cudaMipmappedArray_const_t array, const cudaChannelFormatDesc&) {
  return cudaBindTextureToMipmappedArray(reference, array);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaGetTextureAlignmentOffset(std::size_t* offset, const texture_reference<T, D, M>& reference) {
  *offset = reference.offset;
  return cudaSuccess;
}

// The forms of C, by address.
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaBindTexture(std::size_t* offset, texture_reference<T, D, M>* reference, const void* pointer,
                                   const cudaChannelFormatDesc* texel, std::size_t bytes = UINT_MAX) {
  return cudaBindTexture(offset, *reference, pointer, *texel, bytes);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaBindTexture2D(std::size_t* offset, texture_reference<T, D, M>* reference, const void* pointer,
                                     const cudaChannelFormatDesc* texel, std::size_t width, std::size_t height,
                                     std::size_t pitch) {
  return cudaBindTexture2D(offset, *reference, pointer, *texel, width, height, pitch);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaBindTextureToArray(texture_reference<T, D, M>* reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc*) {
  return cudaBindTextureToArray(*reference, array);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaUnbindTexture(texture_reference<T, D, M>* reference) {
  return cudaUnbindTexture(*reference);
}
template <typename T, int D, cudaTextureReadMode M>
inline cudaError_t cudaGetTextureAlignmentOffset(std::size_t* offset, const texture_reference<T, D, M>* reference) {
  return cudaGetTextureAlignmentOffset(offset, *reference);
}

#if defined(__CUDACC__)

#define RETARGET_CUDA_UNPACK(...) __VA_ARGS__
#define RETARGET_CUDA_FETCH(name, dimensions, parameters, arguments)                                       \
  template <typename T, cudaTextureReadMode M>                                                             \
  __device__ __forceinline__ typename detail::Fetched<T, M>::type name(                                    \
      const texture_reference<T, dimensions, M>& reference, RETARGET_CUDA_UNPACK parameters) {             \
    return ::name<typename detail::Fetched<T, M>::type>(reference.object, RETARGET_CUDA_UNPACK arguments); \
  }

RETARGET_CUDA_FETCH(tex1Dfetch, cudaTextureType1D, (int i), (i))
RETARGET_CUDA_FETCH(tex1D, cudaTextureType1D, (float x), (x))
RETARGET_CUDA_FETCH(tex2D, cudaTextureType2D, (float x, float y), (x, y))
RETARGET_CUDA_FETCH(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z))
RETARGET_CUDA_FETCH(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), (x, y, z))
RETARGET_CUDA_FETCH(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), (x, layer))
RETARGET_CUDA_FETCH(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer), (x, y, layer))
RETARGET_CUDA_FETCH(texCubemapLayered, cudaTextureTypeCubemapLayered, (float x, float y, float z, int layer),
                    (x, y, z, layer))
RETARGET_CUDA_FETCH(tex1DLod, cudaTextureType1D, (float x, float level), (x, level))
RETARGET_CUDA_FETCH(tex2DLod, cudaTextureType2D, (float x, float y, float level), (x, y, level))
RETARGET_CUDA_FETCH(tex3DLod, cudaTextureType3D, (float x, float y, float z, float level), (x, y, z, level))
RETARGET_CUDA_FETCH(tex1DGrad, cudaTextureType1D, (float x, float dx, float dy), (x, dx, dy))
RETARGET_CUDA_FETCH(tex2DGrad, cudaTextureType2D, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
RETARGET_CUDA_FETCH(tex3DGrad, cudaTextureType3D, (float x, float y, float z, float4 dx, float4 dy),
                    (x, y, z, dx, dy))

#undef RETARGET_CUDA_FETCH
#undef RETARGET_CUDA_UNPACK

#endif

}  // namespace retarget_cuda

#endif
#endif
