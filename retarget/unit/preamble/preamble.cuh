// What every CUDA unit sees before its first line: clang's wrapper over the toolkit's headers, then what
// nvcc accepts and those headers no longer declare. Parsed only; never emitted.
#pragma once
#define RETARGET_PARSED  // support headers leave out what is declared here
#define __CUDA_BUILTIN_VARS_H  // clang's declarations of the indices
#include "index_variables.h"
#include "__clang_cuda_runtime_wrapper.h"
#include <string.h>
#include <time.h>

// As nvcc has them: clang's wrapper gives the one no value, and keeps the other of a header of CUDA's.
#undef __CUDACC__
#define __CUDACC__ 1
#undef __func__

#define _Bool bool  // as g++'s <stdbool.h> has it, and clang's in GNU dialects alone

#if defined(__CUDA_ARCH__)
extern "C" cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
#endif

extern "C" __device__ int __signbit(double);  // the host has it of its library

// nvcc's min and max take any two arithmetic types.
template <typename A, typename B>
__host__ __device__ auto max(A a, B b) -> decltype(a + b);
template <typename A, typename B>
__host__ __device__ auto min(A a, B b) -> decltype(a + b);

// Loads and stores with a cache hint, which clang declares for the device alone.
#define RETARGET_LOAD(name) \
  template <typename T>     \
  __device__ T name(const T *);
#define RETARGET_STORE(name)            \
  template <typename T, typename Value> \
  __device__ void name(T *, Value);
RETARGET_LOAD(__ldca)
RETARGET_LOAD(__ldcg)
RETARGET_LOAD(__ldcs)
RETARGET_LOAD(__ldlu)
RETARGET_LOAD(__ldcv)
RETARGET_STORE(__stwb)
RETARGET_STORE(__stcg)
RETARGET_STORE(__stcs)
RETARGET_STORE(__stwt)
#undef RETARGET_LOAD
#undef RETARGET_STORE

#if CUDART_VERSION >= 12000
#include "texture_references.h"
template <class T, int Dimensions = 1, enum cudaTextureReadMode Mode = cudaReadModeElementType>
struct texture : textureReference {
  texture(int = 0, enum cudaTextureFilterMode = cudaFilterModePoint,
          enum cudaTextureAddressMode = cudaAddressModeClamp);
  texture(int, enum cudaTextureFilterMode, enum cudaTextureAddressMode, struct cudaChannelFormatDesc);
};
template <class T, int Dimensions = 1>
struct surface {};
template <class T, enum cudaTextureReadMode Mode>
struct retarget_texel { typedef T type; };
template <class T>
struct retarget_texel<T, cudaReadModeNormalizedFloat> { typedef float type; };
#define RETARGET_NORMALIZED(integer, real) \
  template <>                              \
  struct retarget_texel<integer, cudaReadModeNormalizedFloat> { typedef real type; };
#define RETARGET_NORMALIZED_VECTORS(integer) \
  RETARGET_NORMALIZED(integer##1, float1) RETARGET_NORMALIZED(integer##2, float2) \
  RETARGET_NORMALIZED(integer##4, float4)
RETARGET_NORMALIZED_VECTORS(char)
RETARGET_NORMALIZED_VECTORS(uchar)
RETARGET_NORMALIZED_VECTORS(short)
RETARGET_NORMALIZED_VECTORS(ushort)
#undef RETARGET_NORMALIZED_VECTORS
#undef RETARGET_NORMALIZED
#define RETARGET_FETCH(name, dimensions, ...)                                                  \
  template <class T, enum cudaTextureReadMode Mode>                                            \
  __device__ typename retarget_texel<T, Mode>::type name(texture<T, dimensions, Mode>, __VA_ARGS__);
RETARGET_FETCH(tex1Dfetch, 1, int)
RETARGET_FETCH(tex1D, 1, float)
RETARGET_FETCH(tex2D, 2, float, float)
RETARGET_FETCH(tex3D, 3, float, float, float)
RETARGET_FETCH(texCubemap, cudaTextureTypeCubemap, float, float, float)
RETARGET_FETCH(tex1DLayered, cudaTextureType1DLayered, float, int)
RETARGET_FETCH(tex2DLayered, cudaTextureType2DLayered, float, float, int)
RETARGET_FETCH(tex1DLod, 1, float, float)
RETARGET_FETCH(tex2DLod, 2, float, float, float)
RETARGET_FETCH(tex3DLod, 3, float, float, float, float)
#undef RETARGET_FETCH
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTexture(size_t *, const texture<T, D, M> &, const void *, size_t = 0xffffffff);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTexture(size_t *, const texture<T, D, M> &, const void *, const cudaChannelFormatDesc &,
                            size_t = 0xffffffff);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTexture2D(size_t *, const texture<T, D, M> &, const void *, const cudaChannelFormatDesc &,
                              size_t, size_t, size_t);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTexture2D(size_t *, const texture<T, D, M> &, const void *, size_t, size_t, size_t);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTextureToArray(const texture<T, D, M> &, cudaArray_const_t);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaBindTextureToArray(const texture<T, D, M> &, cudaArray_const_t, const cudaChannelFormatDesc &);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaUnbindTexture(const texture<T, D, M> &);
template <class T, int D, enum cudaTextureReadMode M>
cudaError_t cudaGetTextureAlignmentOffset(size_t *, const texture<T, D, M> &);
template <class T, int D>
cudaError_t cudaBindSurfaceToArray(const surface<T, D> &, cudaArray_const_t);
#endif

#if __clang_major__ < 22
// Surface functions, which clang's wrapper does not declare.
#define RETARGET_SURFACE(name, ...)                                                                       \
  template <class T>                                                                                      \
  __device__ T name##read(cudaSurfaceObject_t, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
  template <class T>                                                                                      \
  __device__ void name##read(T *, cudaSurfaceObject_t, __VA_ARGS__,                                       \
                             cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                             \
  template <class T>                                                                                      \
  __device__ void name##write(T, cudaSurfaceObject_t, __VA_ARGS__,                                        \
                              cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
RETARGET_SURFACE(surf1D, int)
RETARGET_SURFACE(surf2D, int, int)
RETARGET_SURFACE(surf3D, int, int, int)
RETARGET_SURFACE(surf1DLayered, int, int)
RETARGET_SURFACE(surf2DLayered, int, int, int)
RETARGET_SURFACE(surfCubemap, int, int, int)
RETARGET_SURFACE(surfCubemapLayered, int, int, int)
#undef RETARGET_SURFACE
#endif

// The output answers 11.8 to questions of the version (templates/hip/arch.h): the branches taken are those of then.
#undef __CUDA__  // clang's own
#define __NVCC__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1  // clang's constexpr and lambdas are so anyway
#define __CUDACC_EXTENDED_LAMBDA__ 1
// nvcc's own traits of such lambdas: clang compiles a lambda in one piece.
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __CUDACC_VER_MAJOR__ 11
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 89
#undef CUDA_VERSION
#define CUDA_VERSION 11080
#undef __CUDA_API_VERSION
#define __CUDA_API_VERSION CUDA_VERSION
#undef CUDART_VERSION
#define CUDART_VERSION 11080
#undef CUDA_VERSION
#define CUDA_VERSION 11080

// What asks for the toolkit's version gets the answers that the output gives (templates/hip/arch.h), so that both
// take the same branches. A library's header that is there overrides its own.
#undef CUDART_VERSION
#define CUDART_VERSION 11080
#undef __CUDART_API_VERSION
#define __CUDART_API_VERSION CUDART_VERSION
#include "library_versions.h"

// Marks of Thrust's configuration, which each header of CUB's brought until 2.8.
#define __thrust_exec_check_disable__
#define __thrust_hd_warning_disable__
