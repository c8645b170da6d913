// Reading images as CUDA's programming guide defines it: address modes, and filters with weights of 8 fractional bits.
// SPDX-License-Identifier: MIT
#include "types.h"

#include "retarget_host/images.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "retarget_host/execution.h"
#include "accesses.h"
#include "block.h"

namespace retarget_host {

namespace {

std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

float from_half(std::uint32_t half) {
  const std::uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
  const float sign = half >> 15 ? -1.0f : 1.0f;
  if (exponent == 31) return fraction ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(1024 + fraction), static_cast<int>(exponent) - 25);
}

bool gives_floats(const Texture& texture) {
  return texture.reads_normalised || texture.image.element == Element::real;
}

// One component, as stored, in the register that a fetch gives.
std::uint32_t component(const Image& image, bool normalised, const char* at) {
  std::uint32_t raw = 0;
  std::memcpy(&raw, at, image.bytes);
  if (image.element == Element::real) return image.bytes == 2 ? bits_of(from_half(raw)) : raw;
  const unsigned width = 8 * image.bytes;
  if (image.element == Element::natural)
    return normalised ? bits_of(static_cast<float>(raw) / static_cast<float>((1u << width) - 1)) : raw;
  const auto value = static_cast<std::int32_t>(raw << (32 - width)) >> (32 - width);
  if (!normalised) return static_cast<std::uint32_t>(value);
  return bits_of(std::max(static_cast<float>(value) / static_cast<float>((1u << (width - 1)) - 1), -1.0f));
}

Texel stored(const Texture& texture, const char* at) {
  Texel texel{};
  if (settings().check) {
    const Unpreempted here;
    note_access(at, texture.image.texel(), true, false);
  }
  for (unsigned c = 0; c < texture.image.channels; ++c)
    texel.bits[c] = component(texture.image, texture.reads_normalised, at + c * texture.image.bytes);
  return texel;
}

Texel border(const Texture& texture) {
  Texel texel{};
  for (unsigned c = 0; c < texture.image.channels; ++c)
    texel.bits[c] = gives_floats(texture) ? bits_of(texture.border[c]) : 0;
  return texel;
}

// The position along one axis in texels, and of the index of a texel the one that is read: -1 for the border.
double position(float coordinate, unsigned size, bool normalised) {
  return normalised ? static_cast<double>(coordinate) * size : coordinate;
}

long long index_of(long long index, long long size, AddressMode mode, bool normalised) {
  if (!normalised && (mode == AddressMode::wrap || mode == AddressMode::mirror)) mode = AddressMode::clamp;
  switch (mode) {
    case AddressMode::wrap: return (index % size + size) % size;
    case AddressMode::mirror: {
      const long long folded = (index % (2 * size) + 2 * size) % (2 * size);
      return folded < size ? folded : 2 * size - 1 - folded;
    }
    case AddressMode::border: return index < 0 || index >= size ? -1 : index;
    default: return std::min(std::max(index, 0ll), size - 1);
  }
}

struct Axis {
  long long index[2];
  float weight;  // of the second
};

Axis axis(const Texture& texture, float coordinate, unsigned size, AddressMode mode) {
  if (!(std::fabs(coordinate) < 1e9f)) coordinate = coordinate > 0 ? 1e9f : coordinate < 0 ? -1e9f : 0.0f;
  const double at = position(coordinate, size, texture.normalised) - (texture.filters ? 0.5 : 0.0), low = std::floor(at);
  const auto first = static_cast<long long>(low);
  const auto placed = [&](long long index) { return index_of(index, size, mode, texture.normalised); };
  const auto steps = static_cast<float>(std::floor((at - low) * 256 + 0.5));
  return {{placed(first), placed(first + 1)}, steps / 256};
}

Texel texel_at(const Texture& texture, long long x, long long y, long long z) {
  if (x < 0 || y < 0 || z < 0) return border(texture);
  const Image& image = texture.image;
  return stored(texture, image.data + z * image.slice + y * image.pitch + x * image.texel());
}

// The mean of up to eight neighbours, with the products of their weights.
Texel filtered(const Texture& texture, const Axis (&axes)[3], unsigned count) {
  float sum[4] = {};
  for (unsigned corner = 0; corner < 1u << count; ++corner) {
    float weight = 1;
    long long at[3];
    for (unsigned a = 0; a < 3; ++a) {
      const bool second = corner >> a & 1;
      at[a] = axes[a].index[second];
      if (a < count) weight *= second ? axes[a].weight : 1 - axes[a].weight;
    }
    if (weight == 0) continue;
    const Texel texel = texel_at(texture, at[0], at[1], at[2]);
    for (unsigned c = 0; c < texture.image.channels; ++c) sum[c] += weight * float_of(texel.bits[c]);
  }
  Texel mean{};
  for (unsigned c = 0; c < texture.image.channels; ++c) mean.bits[c] = bits_of(sum[c]);
  return mean;
}

void check(const Texture& texture, bool linear) {
  if (!texture.is_live) trap("a texture object is used that was destroyed");
  if (texture.is_linear != linear)
    unsupported(linear ? "tex1Dfetch of a texture that is not linear memory"
                       : "a fetch other than tex1Dfetch from linear memory");
}

// The face of a cube that a direction meets, and where, from 0 to 1.
int face_of(float& x, float& y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  int face;
  float s, t, along;
  if (ax >= ay && ax >= az) {
    face = x >= 0 ? 0 : 1;
    s = x >= 0 ? -z : z, t = -y, along = ax;
  } else if (ay >= az) {
    face = y >= 0 ? 2 : 3;
    s = x, t = y >= 0 ? z : -z, along = ay;
  } else {
    face = z >= 0 ? 4 : 5;
    s = z >= 0 ? x : -x, t = -y, along = az;
  }
  x = (s / along + 1) / 2;
  y = (t / along + 1) / 2;
  return face;
}

}  // namespace

Texel fetch(const Texture& texture, long long index) {
  check(texture, true);
  if (index < 0 || index >= texture.image.width) return Texel{};
  return stored(texture, texture.image.data + index * texture.image.texel());
}

Texel sample(const Texture& texture, Shape shape, float x, float y, float z, int layer) {
  check(texture, false);
  const Image& image = texture.image;
  long long slice = std::min(std::max<long long>(layer, 0), static_cast<long long>(image.depth) - 1);
  Axis axes[3] = {{{0, 0}, 0}, {{0, 0}, 0}, {{0, 0}, 0}};
  if (shape == Shape::cube) {
    slice = std::min<long long>(std::max(layer, 0) * 6ll + face_of(x, y, z), image.depth - 1);
    Texture face = texture;
    face.normalised = true;
    axes[0] = axis(face, x, image.width, AddressMode::clamp);
    axes[1] = axis(face, y, image.height, AddressMode::clamp);
  } else {
    axes[0] = axis(texture, x, image.width, texture.address[0]);
    if (shape != Shape::line) axes[1] = axis(texture, y, image.height, texture.address[1]);
  }
  if (shape == Shape::volume)
    axes[2] = axis(texture, z, image.depth, texture.address[2]);
  else
    axes[2] = {{slice, slice}, 0};
  if (!texture.filters) return texel_at(texture, axes[0].index[0], axes[1].index[0], axes[2].index[0]);
  return filtered(texture, axes, shape == Shape::line ? 1 : shape == Shape::volume ? 3 : 2);
}

Texel gather(const Texture& texture, float x, float y, int channel) {
  check(texture, false);
  Texture mixed = texture;
  mixed.filters = true;
  const Axis across = axis(mixed, x, texture.image.width, texture.address[0]);
  const Axis down = axis(mixed, y, texture.image.height, texture.address[1]);
  const int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  Texel texel{};
  for (int i = 0; i < 4; ++i)
    texel.bits[i] = texel_at(texture, across.index[order[i][0]], down.index[order[i][1]], 0).bits[channel & 3];
  return texel;
}

char* surface_texel(const Surface& surface, unsigned size, int x, int y, int z, Beyond beyond) {
  if (!surface.is_live) trap("a surface object is used that was destroyed");
  const Image& image = surface.image;
  const long long row = static_cast<long long>(image.width) * image.texel();
  const bool inside = x >= 0 && x + static_cast<long long>(size) <= row && y >= 0 &&
                      y < static_cast<long long>(image.height) && z >= 0 && z < static_cast<long long>(image.depth);
  if (!inside) {
    if (beyond == Beyond::zero) return nullptr;
    if (beyond == Beyond::trap) trap("a surface is used beyond its edge");
    x = static_cast<int>(std::min(std::max<long long>(x, 0), row - size));
    y = std::min(std::max(y, 0), static_cast<int>(image.height) - 1);
    z = std::min(std::max(z, 0), static_cast<int>(image.depth) - 1);
  }
  return image.data + z * image.slice + y * image.pitch + x;
}

}  // namespace retarget_host
