// Which variant of a kernel runs, as the environment says: for choosing among variants, and for checking them.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_VARIANTS_H
#define RETARGET_HIP_VARIANTS_H
#ifdef __cplusplus

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "granularity.h"

#if defined(__HIPCC__) || defined(__CUDA__) || defined(__CUDACC__) || defined(RETARGET_HOST)

namespace retarget {

// The number of the variant that RETARGET_VARIANT asks for, from 1 on; 0 is the original. `7` asks it of every kernel,
// counted round where there are fewer; `lu=7,bfs=2` of those named.
inline int chosen(const char* kernel, int variants) {
  const char* asked = std::getenv("RETARGET_VARIANT");
  if (!asked || variants < 1) return 0;
  int number = std::atoi(asked);
  if (std::strchr(asked, '=')) {
    number = 0;
    const std::size_t length = std::strlen(kernel);
    for (const char* at = asked; at; at = std::strchr(at, ',') ? std::strchr(at, ',') + 1 : nullptr)
      if (!std::strncmp(at, kernel, length) && at[length] == '=') number = std::atoi(at + length + 1);
    return number <= variants ? number : 0;
  }
  return number < 1 ? 0 : (number - 1) % variants + 1;
}

// Writes what ran to the file that RETARGET_LAUNCHES names: kernel, variant, logical grid and block; variant 0 is the
// original, `-` in front of a number one that did not fit.
inline void note(const char* kernel, int variant, bool fits, const Launch& launch) {
  const char* name = std::getenv("RETARGET_LAUNCHES");
  if (!name) return;
  if (std::FILE* file = std::fopen(name, "a")) {
    std::fprintf(file, "%s %s%d %u,%u,%u %u,%u,%u\n", kernel, fits ? "" : "-", variant, launch.grid.x, launch.grid.y,
                 launch.grid.z, launch.block.x, launch.block.y, launch.block.z);
    std::fclose(file);
  }
}

}  // namespace retarget

#endif
#endif
#endif
