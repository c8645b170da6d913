// retarget: -std=c++20
// An enumeration's names, brought by a using-declaration: CUDA's, in any scope, and one of the program's own.
#include <hip/hip_runtime.h>
#include "retarget_hip/capability.h"

using enum hipMemcpyKind;

struct Failure {
  using enum hipError_t;
  hipError_t last = hipSuccess;
};

namespace app {
enum class cudaTextureAddressMode { once, twice };
using enum cudaTextureAddressMode;
int pick(cudaTextureAddressMode mode) { return mode == once; }
}  // namespace app

int take(void *to, const void *from) {
  using enum ::hipDeviceAttribute_t;
  int warp = 0;
  retarget_hip_deviceGetAttribute(&warp, hipDeviceAttributeWarpSize, 0);
  return hipMemcpy(to, from, 4, hipMemcpyHostToDevice) == Failure::hipErrorInvalidValue ? warp : app::pick(app::once);
}
