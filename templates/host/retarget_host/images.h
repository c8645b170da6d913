// Images: what arrays, textures and surfaces are here, and how they are read.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_IMAGES_H
#define RETARGET_HOST_IMAGES_H

#include <cstddef>
#include <cstdint>

namespace retarget_host {

enum class Element : std::uint8_t { whole, natural, real };  // signed, unsigned, floating: as channel formats number them

struct Image {
  char* data;
  std::size_t pitch, slice;       // bytes from a row to the next, and from a slice, layer or face to the next
  unsigned width, height, depth;  // in texels; depth counts slices, layers and faces
  unsigned bytes, channels;       // of a component; components of a texel
  Element element;

  unsigned texel() const { return bytes * channels; }
};

struct Array {
  Image image;
  unsigned dimensions;  // one, two or three extents that are not zero
  unsigned flags;
};

enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };

struct Texture {
  Image image;
  bool is_live;        // false once destroyed
  bool is_linear;      // memory without rows, fetched by index
  bool filters, normalised, reads_normalised;
  AddressMode address[3];
  float border[4];
};

struct Surface {
  Image image;
  bool is_live;
};

// A texel as the hardware gives it: integers extended to 32 bits, and all else as the bits of a float.
struct Texel {
  std::uint32_t bits[4];
};

enum class Shape : std::uint8_t { line, plane, volume, cube };

Texel fetch(const Texture& texture, long long index);  // of linear memory; outside of it 0
Texel sample(const Texture& texture, Shape shape, float x, float y, float z, int layer);
Texel gather(const Texture& texture, float x, float y, int channel);  // a component of the four that a filter mixes

enum class Beyond : std::uint8_t { zero, clamp, trap };
// The address of a texel for a byte offset `x`, `size` bytes wide; nullptr where an access beyond the edge is dropped.
char* surface_texel(const Surface& surface, unsigned size, int x, int y, int z, Beyond beyond);

}  // namespace retarget_host

#endif
