// retarget: --arch gfx1100
// The handles of textures and of surfaces are one type in CUDA, and two in HIP.
#include <hip/hip_runtime.h>
#include "retarget_hip/surface.h"

struct Image {
  hipSurfaceObject_t texture;  // as somebody wrote it
  hipTextureObject_t read() const { return (hipTextureObject_t)texture; }
};

__device__ float fetched(hipTextureObject_t image, float x) { return tex2D<float>(image, x, 0.5f); }

__global__ __launch_bounds__(32) void copy(hipTextureObject_t from, hipSurfaceObject_t to, Image image) {
  const hipTextureObject_t same = from;
  float value = fetched((hipTextureObject_t)image.texture, threadIdx.x) + fetched(same, threadIdx.x);
  surf2Dwrite(value, to, threadIdx.x * 4, 0, hipBoundaryModeZero);
}

void run(hipSurfaceObject_t image, hipTextureObject_t other) {
  copy<<<1, 32>>>((hipTextureObject_t)image, (hipSurfaceObject_t)other, Image{image});
  hipTextureObject_t kept = 0;
  kept = (hipTextureObject_t)image;
  hipDestroyTextureObject(kept);
}
