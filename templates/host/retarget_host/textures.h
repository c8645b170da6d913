// Fetches from textures, by object and by reference, and accesses of surfaces; RETARGET_API(name) spells the API's names.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_TEXTURES_H
#define RETARGET_HOST_TEXTURES_H

#include <string.h>

#include <type_traits>

#include "retarget_host/execution.h"
#include "retarget_host/images.h"

namespace retarget_host {

using TextureObject = RETARGET_API(TextureObject_t);
using SurfaceObject = RETARGET_API(SurfaceObject_t);
using ReadMode = RETARGET_API(TextureReadMode);

inline const Texture& texture_of(TextureObject object) {
  if (!object) unsupported("a fetch from a texture that is not there: its handle is null, or its reference is not bound");
  return *(const Texture*)object;
}
inline const Surface& surface_of(SurfaceObject object) { return *(const Surface*)object; }

// The type of a vector's components, or of the number that stands alone.
template <typename T, typename = void>
struct Component {
  using type = T;
};
template <typename T>
struct Component<T, decltype(void(T::x))> {
  using type = typename std::remove_cv<decltype(T::x)>::type;
};

template <typename T>
inline T value_of(const Texel& texel) {
  using C = typename Component<T>::type;
  static_assert(sizeof(C) <= 4 && sizeof(T) <= 4 * sizeof(C), "a texel has up to four components of up to 32 bits");
  C parts[sizeof(T) / sizeof(C)];
  for (unsigned i = 0; i < sizeof(T) / sizeof(C); ++i) memcpy(&parts[i], &texel.bits[i], sizeof(C));
  T value;
  memcpy(&value, parts, sizeof(T));
  return value;
}

// What a reference's fetch gives: its element, or as many floats.
template <unsigned count>
struct Floats;
template <>
struct Floats<1> { using type = float; };
template <>
struct Floats<2> { using type = float2; };
template <>
struct Floats<4> { using type = float4; };
template <typename T, ReadMode mode>
struct Fetched {
  using type = T;
};
template <typename T>
struct Fetched<T, RETARGET_API(ReadModeNormalizedFloat)> {
  using type = typename Floats<sizeof(T) / sizeof(typename Component<T>::type)>::type;
};

inline Beyond beyond(int mode) {
  return mode == RETARGET_API(BoundaryModeZero) ? Beyond::zero
         : mode == RETARGET_API(BoundaryModeClamp) ? Beyond::clamp : Beyond::trap;
}

template <typename T>
inline T surface_read(SurfaceObject object, int x, int y, int z, int mode) {
  T value{};
  if (const char* at = surface_texel(surface_of(object), sizeof(T), x, y, z, beyond(mode))) memcpy(&value, at, sizeof(T));
  return value;
}
template <typename T>
inline void surface_write(const T& value, SurfaceObject object, int x, int y, int z, int mode) {
  if (char* at = surface_texel(surface_of(object), sizeof(T), x, y, z, beyond(mode))) memcpy(at, &value, sizeof(T));
}

}  // namespace retarget_host

#define RETARGET_LIST(...) __VA_ARGS__
// A fetch of an object by value and through a pointer, and of a reference. `dimension` is the reference's dimension.
#define RETARGET_FETCH(name, dimension, parameters, call, arguments)                                                   \
  template <typename T>                                                                                           \
  inline T name(retarget_host::TextureObject object, RETARGET_LIST parameters) {                                  \
    const retarget_host::Texture& texture = retarget_host::texture_of(object);                                    \
    return retarget_host::value_of<T>(retarget_host::call(texture, RETARGET_LIST arguments));                     \
  }                                                                                                               \
  template <typename T>                                                                                           \
  inline void name(T* value, retarget_host::TextureObject object, RETARGET_LIST parameters) {                     \
    const retarget_host::Texture& texture = retarget_host::texture_of(object);                                    \
    *value = retarget_host::value_of<T>(retarget_host::call(texture, RETARGET_LIST arguments));                   \
  }                                                                                                               \
  template <typename T, retarget_host::ReadMode mode>                                                             \
  inline typename retarget_host::Fetched<T, mode>::type name(const texture<T, dimension, mode>& reference,             \
                                                             RETARGET_LIST parameters) {                          \
    using V = typename retarget_host::Fetched<T, mode>::type;                                                     \
    const retarget_host::Texture& texture = retarget_host::texture_of(reference.textureObject);                   \
    return retarget_host::value_of<V>(retarget_host::call(texture, RETARGET_LIST arguments));                     \
  }
#define RETARGET_SAMPLE(name, dimension, parameters, ...) RETARGET_FETCH(name, dimension, parameters, sample, (__VA_ARGS__))

RETARGET_FETCH(tex1Dfetch, 0x01, (int i), fetch, (i))
RETARGET_SAMPLE(tex1D, 0x01, (float x), retarget_host::Shape::line, x, 0, 0, 0)
RETARGET_SAMPLE(tex2D, 0x02, (float x, float y), retarget_host::Shape::plane, x, y, 0, 0)
RETARGET_SAMPLE(tex3D, 0x03, (float x, float y, float z), retarget_host::Shape::volume, x, y, z, 0)
RETARGET_SAMPLE(texCubemap, 0x0C, (float x, float y, float z), retarget_host::Shape::cube, x, y, z, 0)
RETARGET_SAMPLE(tex1DLayered, 0xF1, (float x, int layer), retarget_host::Shape::line, x, 0, 0, layer)
RETARGET_SAMPLE(tex2DLayered, 0xF2, (float x, float y, int layer), retarget_host::Shape::plane, x, y, 0, layer)
RETARGET_SAMPLE(texCubemapLayered, 0xFC, (float x, float y, float z, int layer), retarget_host::Shape::cube, x, y, z, layer)
// There are no mipmaps here: the one level serves all levels of detail.
RETARGET_SAMPLE(tex1DLod, 0x01, (float x, float), retarget_host::Shape::line, x, 0, 0, 0)
RETARGET_SAMPLE(tex2DLod, 0x02, (float x, float y, float), retarget_host::Shape::plane, x, y, 0, 0)
RETARGET_SAMPLE(tex3DLod, 0x03, (float x, float y, float z, float), retarget_host::Shape::volume, x, y, z, 0)
RETARGET_SAMPLE(tex1DGrad, 0x01, (float x, float, float), retarget_host::Shape::line, x, 0, 0, 0)
RETARGET_SAMPLE(tex2DGrad, 0x02, (float x, float y, float2, float2), retarget_host::Shape::plane, x, y, 0, 0)
RETARGET_SAMPLE(tex3DGrad, 0x03, (float x, float y, float z, float4, float4), retarget_host::Shape::volume, x, y, z, 0)
RETARGET_FETCH(tex2Dgather, 0x02, (float x, float y, int channel = 0), gather, (x, y, channel))
#undef RETARGET_SAMPLE
#undef RETARGET_FETCH

#define RETARGET_SURFACE(name, parameters, ...)                                                                   \
  template <typename T>                                                                                           \
  inline T name##read(retarget_host::SurfaceObject object, RETARGET_LIST parameters,                              \
                      int mode = RETARGET_SURFACE_MODE) {                                                         \
    return retarget_host::surface_read<T>(object, __VA_ARGS__, mode);                                             \
  }                                                                                                               \
  template <typename T>                                                                                           \
  inline void name##read(T* value, retarget_host::SurfaceObject object, RETARGET_LIST parameters,                 \
                         int mode = RETARGET_SURFACE_MODE) {                                                      \
    *value = retarget_host::surface_read<T>(object, __VA_ARGS__, mode);                                           \
  }                                                                                                               \
  template <typename T>                                                                                           \
  inline void name##write(T value, retarget_host::SurfaceObject object, RETARGET_LIST parameters,                 \
                          int mode = RETARGET_SURFACE_MODE) {                                                     \
    retarget_host::surface_write(value, object, __VA_ARGS__, mode);                                               \
  }

RETARGET_SURFACE(surf1D, (int x), x, 0, 0)
RETARGET_SURFACE(surf2D, (int x, int y), x, y, 0)
RETARGET_SURFACE(surf3D, (int x, int y, int z), x, y, z)
RETARGET_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer)
RETARGET_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
RETARGET_SURFACE(surfCubemap, (int x, int y, int face), x, y, face)
RETARGET_SURFACE(surfCubemapLayered, (int x, int y, int face), x, y, face)
#undef RETARGET_SURFACE
#undef RETARGET_LIST

#endif
