// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_ACCESSES_H
#define RETARGET_HOST_ACCESSES_H

#include <cstddef>

namespace retarget_host {

struct Grid;

// An access of a launch to memory that outlives it.
void note_access(const void* address, std::size_t size, bool reads, bool writes);
void tell_accesses(const Grid& grid);  // at its end

}  // namespace retarget_host

#endif
