// Surface functions with a boundary mode, which HIP has in some versions alone and heeds in none: what is out of range
// reads as 0 and is not written. Reads that return what they read, which HIP lacks.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_SURFACE_H
#define RETARGET_HIP_SURFACE_H
#if defined(__cplusplus) && defined(__HIPCC__)

#include <hip/hip_runtime.h>

#define RETARGET_HIP_ARGUMENTS(...) __VA_ARGS__
#define RETARGET_HIP_SURFACE(name, parameters, arguments)                                              \
  template <typename T_>                                                                                \
  __device__ inline void name##read(T_* data_, hipSurfaceObject_t surface_, RETARGET_HIP_ARGUMENTS parameters, \
                                    hipSurfaceBoundaryMode) {                                          \
    name##read(data_, surface_, RETARGET_HIP_ARGUMENTS arguments);                                       \
  }                                                                                                    \
  template <typename T_>                                                                                \
  __device__ inline T_ name##read(hipSurfaceObject_t surface_, RETARGET_HIP_ARGUMENTS parameters,         \
                                  hipSurfaceBoundaryMode = hipBoundaryModeTrap) {                        \
    T_ data_;                                                                                            \
    name##read(&data_, surface_, RETARGET_HIP_ARGUMENTS arguments);                                      \
    return data_;                                                                                        \
  }                                                                                                    \
  template <typename T_>                                                                                \
  __device__ inline void name##write(T_ data_, hipSurfaceObject_t surface_, RETARGET_HIP_ARGUMENTS parameters, \
                                     hipSurfaceBoundaryMode) {                                         \
    name##write(data_, surface_, RETARGET_HIP_ARGUMENTS arguments);                                      \
  }

RETARGET_HIP_SURFACE(surf1D, (int x_), (x_))
RETARGET_HIP_SURFACE(surf2D, (int x_, int y_), (x_, y_))
RETARGET_HIP_SURFACE(surf3D, (int x_, int y_, int z_), (x_, y_, z_))
RETARGET_HIP_SURFACE(surf1DLayered, (int x_, int layer_), (x_, layer_))
RETARGET_HIP_SURFACE(surf2DLayered, (int x_, int y_, int layer_), (x_, y_, layer_))
RETARGET_HIP_SURFACE(surfCubemap, (int x_, int y_, int face_), (x_, y_, face_))
#undef RETARGET_HIP_SURFACE
#undef RETARGET_HIP_ARGUMENTS

#endif
#endif
