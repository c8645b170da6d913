// Surface references, which CUDA 12 dropped, on surface objects: surface_reference<void, dimensions> for surface<...>.
// Reads, writes and binds are found by the argument's type.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_CUDA_SURFACE_REFERENCE_H
#define RETARGET_CUDA_SURFACE_REFERENCE_H
#ifdef __cplusplus

#include <cuda_runtime.h>

#ifndef cudaSurfaceType1D
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC
#endif

namespace retarget_cuda {

// Declared as the reference was, `__constant__ retarget_cuda::surface_reference<void, 2> name;`.
template <typename T, int dimensions = cudaSurfaceType1D>
struct surface_reference {
  cudaSurfaceObject_t object;
  int device;  // that the object was made on
};

template <typename T, int D>
inline cudaError_t cudaBindSurfaceToArray(surface_reference<T, D>& reference, cudaArray_const_t array) {
  int device = 0;
  cudaError_t error = cudaGetDevice(&device);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = const_cast<cudaArray_t>(array);
  cudaSurfaceObject_t made = 0;
  if (error == cudaSuccess) error = cudaCreateSurfaceObject(&made, &resource);
  if (error == cudaSuccess) error = cudaMemcpyToSymbol(reference, &made, sizeof(made));
  if (error != cudaSuccess) return error;
  if (reference.object != 0 && reference.device == device) cudaDestroySurfaceObject(reference.object);
  reference.object = made;
  reference.device = device;
  return cudaSuccess;
}
template <typename T, int D>
inline cudaError_t cudaBindSurfaceToArray(surface_reference<T, D>& reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc&) {
  return cudaBindSurfaceToArray(reference, array);
}
template <typename T, int D>
inline cudaError_t cudaBindSurfaceToArray(surface_reference<T, D>* reference, cudaArray_const_t array,
                                          const cudaChannelFormatDesc*) {
  return cudaBindSurfaceToArray(*reference, array);
}

#if defined(__CUDACC__)

#define RETARGET_CUDA_UNPACK(...) __VA_ARGS__
#define RETARGET_CUDA_SURFACE(name, dimensions, parameters, arguments)                                          \
  template <typename Value, typename T>                                                                         \
  __device__ __forceinline__ Value name##read(const surface_reference<T, dimensions>& reference,                \
                                              RETARGET_CUDA_UNPACK parameters,                                  \
                                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {            \
    return ::name##read<Value>(reference.object, RETARGET_CUDA_UNPACK arguments, mode);                         \
  }                                                                                                             \
  template <typename Value, typename T>                                                                         \
  __device__ __forceinline__ void name##read(Value* value, const surface_reference<T, dimensions>& reference,   \
                                             RETARGET_CUDA_UNPACK parameters,                                   \
                                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {             \
    ::name##read(value, reference.object, RETARGET_CUDA_UNPACK arguments, mode);                                \
  }                                                                                                             \
  template <typename Value, typename T>                                                                         \
  __device__ __forceinline__ void name##write(Value value, const surface_reference<T, dimensions>& reference,   \
                                              RETARGET_CUDA_UNPACK parameters,                                  \
                                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {            \
    ::name##write(value, reference.object, RETARGET_CUDA_UNPACK arguments, mode);                               \
  }

RETARGET_CUDA_SURFACE(surf1D, cudaSurfaceType1D, (int x), (x))
RETARGET_CUDA_SURFACE(surf2D, cudaSurfaceType2D, (int x, int y), (x, y))
RETARGET_CUDA_SURFACE(surf3D, cudaSurfaceType3D, (int x, int y, int z), (x, y, z))
RETARGET_CUDA_SURFACE(surf1DLayered, cudaSurfaceType1DLayered, (int x, int layer), (x, layer))
RETARGET_CUDA_SURFACE(surf2DLayered, cudaSurfaceType2DLayered, (int x, int y, int layer), (x, y, layer))
RETARGET_CUDA_SURFACE(surfCubemap, cudaSurfaceTypeCubemap, (int x, int y, int face), (x, y, face))
RETARGET_CUDA_SURFACE(surfCubemapLayered, cudaSurfaceTypeCubemapLayered, (int x, int y, int face), (x, y, face))

#undef RETARGET_CUDA_SURFACE
#undef RETARGET_CUDA_UNPACK

#endif

}  // namespace retarget_cuda

#endif
#endif
