// retarget: --arch gfx90a,gfx942
// Texture objects of linear memory, for an architecture without images among others.
#include <hip/hip_runtime.h>
#include "retarget_hip/texture.h"
__device__ float half_of(hipTextureObject_t values, int i) { return 0.5f * retarget_hip::tex1Dfetch<float>(values, i); }

__global__ void gather(hipTextureObject_t values, hipTextureObject_t points, float *out) {
  float4 point;
  retarget_hip::tex1Dfetch(&point, points, threadIdx.x);
  out[threadIdx.x] = half_of(values, threadIdx.x) + point.x;
}

hipTextureObject_t made(void *memory, size_t bytes) {
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.sizeInBytes = bytes;
  resource.res.linear.desc = hipCreateChannelDesc<float>();
  hipTextureDesc description = {};
  description.readMode = hipReadModeElementType;
  hipTextureObject_t object = 0;
  retarget_hip::hipCreateTextureObject(&object, &resource, &description, NULL);  // want [texture] plain loads: no images on gfx942
  return object;
}

void done(hipTextureObject_t object) { retarget_hip::hipDestroyTextureObject(object); }
