// Texture objects of linear memory where all architectures have images: names alone change.
#include <hip/hip_runtime.h>
__device__ float half_of(hipTextureObject_t values, int i) { return 0.5f * tex1Dfetch<float>(values, i); }

__global__ void gather(hipTextureObject_t values, hipTextureObject_t points, float *out) {
  float4 point;
  tex1Dfetch(&point, points, threadIdx.x);
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
  hipCreateTextureObject(&object, &resource, &description, NULL);
  return object;
}

void done(hipTextureObject_t object) { hipDestroyTextureObject(object); }
