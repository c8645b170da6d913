// retarget: --arch gfx942
// A texture object of linear memory whose bytes are read as normalised floats, for an architecture without images.
#include <hip/hip_runtime.h>
#include "retarget_hip/texture.h"
__global__ void brightness(hipTextureObject_t bytes, float *out) {
  out[threadIdx.x] = retarget_hip::tex1Dfetch<float>(bytes, threadIdx.x);
}

hipTextureObject_t made(unsigned char *memory, size_t bytes) {
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.sizeInBytes = bytes;
  resource.res.linear.desc = hipCreateChannelDesc<unsigned char>();
  hipTextureDesc description = {};
  description.readMode = hipReadModeNormalizedFloat;
  hipTextureObject_t object = 0;
  retarget_hip::hipCreateTextureObject(&object, &resource, &description, NULL);  // want [texture] plain loads: no images on gfx942
  return object;
}
