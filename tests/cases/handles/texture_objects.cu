// Texture and surface objects are integers in CUDA too.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdio>

void show(cudaTextureObject_t texture, cudaSurfaceObject_t surface) {
  if (texture != 0 && surface) printf("%llu %llu\n", texture, surface);
  unsigned long long key = texture;
  texture = key;
}

__global__ void fetch(CUtexObject texture, float *out) { *out = tex2D<float>(texture, 0.5f, 0.5f); }
