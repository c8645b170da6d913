// A pointer to the handle of a surface, taken as one to a texture's: one type in CUDA, two in HIP.
#include <cuda_runtime.h>

struct Linear {
  cudaSurfaceObject_t tex;
};

cudaError_t make(Linear &linear, cudaTextureObject_t *own, cudaResourceDesc *resource, cudaTextureDesc *texture) {
  cudaCreateTextureObject(own, resource, texture, nullptr);
  cudaTextureObject_t *same = own;
  same = 0;
  const cudaTextureObject_t *other = &linear.tex;
  if (other == nullptr) return cudaErrorUnknown;
  return cudaCreateTextureObject(&linear.tex, resource, texture, nullptr);
}
