// Texture and surface objects are integers in CUDA too.
#include <cuda_runtime.h>
#include <cstdio>

void show(cudaTextureObject_t texture, cudaSurfaceObject_t surface) {
  if (texture != 0 && surface) printf("%llu %llu\n", texture, surface);
  unsigned long long key = texture;
  texture = key;
}
