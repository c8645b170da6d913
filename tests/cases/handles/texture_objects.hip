// Texture and surface objects are integers in CUDA too.
#include <hip/hip_runtime.h>
#include <cstdio>

void show(hipTextureObject_t texture, hipSurfaceObject_t surface) {
  if (texture != 0 && surface) printf("%llu %llu\n", (unsigned long long)texture, (unsigned long long)surface);
  unsigned long long key = (unsigned long long)texture;
  texture = (hipTextureObject_t)key;
}

__global__ void fetch(hipTextureObject_t texture, float *out) { *out = tex2D<float>(texture, 0.5f, 0.5f); }
