// Surface functions with a boundary mode, which HIP has in some versions alone and heeds in none: what is out of range
// reads as 0 and is not written.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_SURFACE_H
#define RETARGET_HIP_SURFACE_H
#if defined(__cplusplus) && defined(__HIPCC__)

#include <hip/hip_runtime.h>

#define RETARGET_HIP_ARGUMENTS(...) __VA_ARGS__
#define RETARGET_HIP_SURFACE(name, parameters, arguments)                                              \
  template <typename T>                                                                                \
  __device__ inline void name##read(T* data, hipSurfaceObject_t surface, RETARGET_HIP_ARGUMENTS parameters, \
                                    hipSurfaceBoundaryMode) {                                          \
    name##read(data, surface, RETARGET_HIP_ARGUMENTS arguments);                                       \
  }                                                                                                    \
  template <typename T>                                                                                \
  __device__ inline void name##write(T data, hipSurfaceObject_t surface, RETARGET_HIP_ARGUMENTS parameters, \
                                     hipSurfaceBoundaryMode) {                                         \
    name##write(data, surface, RETARGET_HIP_ARGUMENTS arguments);                                      \
  }

RETARGET_HIP_SURFACE(surf1D, (int x), (x))
RETARGET_HIP_SURFACE(surf2D, (int x, int y), (x, y))
RETARGET_HIP_SURFACE(surf3D, (int x, int y, int z), (x, y, z))
RETARGET_HIP_SURFACE(surf1DLayered, (int x, int layer), (x, layer))
RETARGET_HIP_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer))
RETARGET_HIP_SURFACE(surfCubemap, (int x, int y, int face), (x, y, face))
#undef RETARGET_HIP_SURFACE
#undef RETARGET_HIP_ARGUMENTS

#endif
#endif
