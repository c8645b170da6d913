// What launches do to memory, byte by byte, where RETARGET_ACCESSES names a file and accesses are checked:
//
//     launch 3 _Z5saxpyfPKfPf        the third launch of the process
//     read 1048576 4096              bytes from an address on that it reads before it stores there itself
//     stored 1056768 4096            bytes that it stores
// SPDX-License-Identifier: MIT
#include "accesses.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "report.h"

namespace retarget_host {

namespace {

constexpr std::uintptr_t page = 4096;
enum : unsigned char { read = 1, stored = 2 };

std::map<std::uintptr_t, std::array<unsigned char, page>> touched;  // of one launch

std::FILE* file() {
  static std::FILE* const made = std::getenv("RETARGET_ACCESSES") ? std::fopen(std::getenv("RETARGET_ACCESSES"), "w") : nullptr;
  return made;
}

// Runs of bytes that have a bit.
void tell(const char* what, unsigned char bit) {
  std::uintptr_t start = 0, end = 0;
  const auto put = [&] {
    if (end > start) std::fprintf(file(), "%s %lu %lu\n", what, (unsigned long)start, (unsigned long)(end - start));
  };
  for (const auto& [number, bytes] : touched)
    for (std::uintptr_t at = 0; at < page; ++at) {
      if (!(bytes[at] & bit)) continue;
      const std::uintptr_t place = number * page + at;
      if (place != end) {
        put();
        start = place;
      }
      end = place + 1;
    }
  put();
}

}  // namespace

void note_access(const void* address, std::size_t size, bool reads, bool writes) {
  if (!file()) return;
  const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(address);
  for (std::uintptr_t at = first; at < first + size; ++at) {
    unsigned char& byte = touched[at / page][at % page];
    if (reads && !(byte & stored)) byte |= read;
    if (writes) byte |= stored;
  }
}

void tell_accesses(const Grid& grid) {
  if (!file()) return;
  std::fprintf(file(), "launch %lu %s\n", grid.number + 1, kernel_of(grid).c_str());
  tell("read", read);
  tell("stored", stored);
  std::fflush(file());
  touched.clear();
}

}  // namespace retarget_host
