// CUDA's texture references, which its headers declare no more since CUDA 12.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_TEXTURE_REFERENCES_H
#define RETARGET_HOST_TEXTURE_REFERENCES_H

#include <cstddef>

#ifndef cudaTextureType1D
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#endif

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  // of the host target: how values are read, and what the reference is bound to
  cudaTextureReadMode readMode;
  cudaTextureObject_t textureObject;
};

template <class T, int dimension = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct texture : textureReference {
  texture(int normalized = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
          cudaTextureAddressMode address = cudaAddressModeClamp)
      : texture(normalized, filter, address, cudaCreateChannelDesc<T>()) {}
  texture(int normalized, cudaTextureFilterMode filter, cudaTextureAddressMode address, cudaChannelFormatDesc channels)
      : textureReference{normalized, filter, {address, address, address}, channels, 0, 0, filter, 0, 0, 0, mode, 0} {}
};

extern "C" {
cudaError_t cudaGetTextureReference(const textureReference** to, const void* symbol);
cudaError_t cudaBindTexture(std::size_t* offset, const textureReference* reference, const void* memory,
                            const cudaChannelFormatDesc* channels, std::size_t size);
cudaError_t cudaBindTexture2D(std::size_t* offset, const textureReference* reference, const void* memory,
                              const cudaChannelFormatDesc* channels, std::size_t width, std::size_t height,
                              std::size_t pitch);
cudaError_t cudaBindTextureToArray(const textureReference* reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc* channels);
cudaError_t cudaUnbindTexture(const textureReference* reference);
cudaError_t cudaGetTextureAlignmentOffset(std::size_t* offset, const textureReference* reference);
}

constexpr std::size_t retarget_whole = 0xffffffffu;  // as much as the allocation has

template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTexture(std::size_t* offset, const texture<T, d, m>& reference, const void* memory,
                                   const cudaChannelFormatDesc& channels, std::size_t size = retarget_whole) {
  return cudaBindTexture(offset, &reference, memory, &channels, size);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTexture(std::size_t* offset, const texture<T, d, m>& reference, const void* memory,
                                   std::size_t size = retarget_whole) {
  return cudaBindTexture(offset, &reference, memory, &reference.channelDesc, size);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTexture2D(std::size_t* offset, const texture<T, d, m>& reference, const void* memory,
                                     const cudaChannelFormatDesc& channels, std::size_t width, std::size_t height,
                                     std::size_t pitch) {
  return cudaBindTexture2D(offset, &reference, memory, &channels, width, height, pitch);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTexture2D(std::size_t* offset, const texture<T, d, m>& reference, const void* memory,
                                     std::size_t width, std::size_t height, std::size_t pitch) {
  return cudaBindTexture2D(offset, &reference, memory, &reference.channelDesc, width, height, pitch);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTextureToArray(const texture<T, d, m>& reference, cudaArray_const_t array) {
  return cudaBindTextureToArray(&reference, array, nullptr);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaBindTextureToArray(const texture<T, d, m>& reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc& channels) {
  return cudaBindTextureToArray(&reference, array, &channels);
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaUnbindTexture(const texture<T, d, m>& reference) {
  return cudaUnbindTexture(static_cast<const textureReference*>(&reference));
}
template <class T, int d, cudaTextureReadMode m>
inline cudaError_t cudaGetTextureAlignmentOffset(std::size_t* offset, const texture<T, d, m>& reference) {
  return cudaGetTextureAlignmentOffset(offset, static_cast<const textureReference*>(&reference));
}

#endif
