// retarget: --arch gfx90a,gfx942
// Texture objects of linear memory, for an architecture without images among others.
__device__ float half_of(cudaTextureObject_t values, int i) { return 0.5f * tex1Dfetch<float>(values, i); }

__global__ void gather(cudaTextureObject_t values, cudaTextureObject_t points, float *out) {
  float4 point;
  tex1Dfetch(&point, points, threadIdx.x);
  out[threadIdx.x] = half_of(values, threadIdx.x) + point.x;
}

cudaTextureObject_t made(void *memory, size_t bytes) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.sizeInBytes = bytes;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &description, NULL);  // want [texture] plain loads: no images on gfx942
  return object;
}

void done(cudaTextureObject_t object) { cudaDestroyTextureObject(object); }
