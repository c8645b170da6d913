// retarget: -std=c++20
// An enumeration's names, brought by a using-declaration: CUDA's, in any scope, and one of the program's own.
#include <cuda_runtime.h>

using enum cudaMemcpyKind;

struct Failure {
  using enum cudaError;
  cudaError_t last = cudaSuccess;
};

namespace app {
enum class cudaTextureAddressMode { once, twice };
using enum cudaTextureAddressMode;
int pick(cudaTextureAddressMode mode) { return mode == once; }
}  // namespace app

int take(void *to, const void *from) {
  using enum ::cudaDeviceAttr;
  int warp = 0;
  cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0);
  return cudaMemcpy(to, from, 4, cudaMemcpyHostToDevice) == Failure::cudaErrorInvalidValue ? warp : app::pick(app::once);
}
