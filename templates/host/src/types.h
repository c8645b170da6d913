// The runtime's own declaration of the types that HIP and CUDA share, laid out as theirs.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_TYPES
#define RETARGET_HOST_TYPES

struct uint3 {
  unsigned x, y, z;
};

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

#endif
