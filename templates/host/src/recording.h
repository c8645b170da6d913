// Launches that `retarget capture` takes down: where RETARGET_CAPTURE names a folder, and the program was built for it.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_RECORDING_H
#define RETARGET_HOST_RECORDING_H

#include <chrono>
#include <cstddef>
#include <memory>

#include "block.h"
#include "memory.h"

namespace retarget_host {

// Allocations of the host's calls; those of kernels are no part of a capture.
void record_allocation(const void* address, std::size_t size, Kind kind);
void record_release(const void* address);

struct Texture;
struct Surface;
void record_texture(const Texture& made, bool is_array);
void record_surface(const Surface& made);
void record_destroyed(const void* handle);

// A launch, from its beginning to its end, on the host thread that launches it.
class RecordedLaunch {
 public:
  explicit RecordedLaunch(const Grid& grid);
  ~RecordedLaunch();
  RecordedLaunch(const RecordedLaunch&) = delete;

 private:
  struct Taken;
  std::unique_ptr<Taken> taken_;
};

}  // namespace retarget_host

#endif
