// retarget: --arch gfx1100
// The handles of textures and of surfaces are one type in CUDA, and two in HIP.
#include <cuda_runtime.h>

struct Image {
  cudaSurfaceObject_t texture;  // as somebody wrote it
  cudaTextureObject_t read() const { return texture; }
};

__device__ float fetched(cudaTextureObject_t image, float x) { return tex2D<float>(image, x, 0.5f); }

__global__ void copy(cudaTextureObject_t from, cudaSurfaceObject_t to, Image image) {
  const cudaTextureObject_t same = from;
  float value = fetched(image.texture, threadIdx.x) + fetched(same, threadIdx.x);
  surf2Dwrite(value, to, threadIdx.x * 4, 0, cudaBoundaryModeZero);
}

void run(cudaSurfaceObject_t image, cudaTextureObject_t other) {
  copy<<<1, 32>>>(image, other, Image{image});
  cudaTextureObject_t kept = 0;
  kept = image;
  cudaDestroyTextureObject(kept);
}
