// retarget: --arch gfx942
// A texture object of linear memory whose bytes are read as normalised floats, for an architecture without images.
__global__ void brightness(cudaTextureObject_t bytes, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(bytes, threadIdx.x);
}

cudaTextureObject_t made(unsigned char *memory, size_t bytes) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.sizeInBytes = bytes;
  resource.res.linear.desc = cudaCreateChannelDesc<unsigned char>();
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &description, NULL);  // want [texture] plain loads: no images on gfx942
  return object;
}
