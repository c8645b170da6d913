// Texture and surface references, which left with CUDA 12: what C and C++ have of them. Parsed only; never emitted.
#pragma once
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
struct textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
#ifdef __cplusplus
#define RETARGET_DEFAULT(value) = value
extern "C" {
#else
#define RETARGET_DEFAULT(value)
#endif
cudaError_t cudaBindTexture(size_t *, const struct textureReference *, const void *,
                            const struct cudaChannelFormatDesc *, size_t RETARGET_DEFAULT(0xffffffff));
cudaError_t cudaBindTexture2D(size_t *, const struct textureReference *, const void *,
                              const struct cudaChannelFormatDesc *, size_t, size_t, size_t);
cudaError_t cudaBindTextureToArray(const struct textureReference *, cudaArray_const_t,
                                   const struct cudaChannelFormatDesc *);
cudaError_t cudaUnbindTexture(const struct textureReference *);
cudaError_t cudaGetTextureAlignmentOffset(size_t *, const struct textureReference *);
cudaError_t cudaGetTextureReference(const struct textureReference **, const void *);
#ifdef __cplusplus
}
#endif
#undef RETARGET_DEFAULT
