// retarget: --arch gfx942
// Objects of linear memory and of an array in one unit: the kernels cannot tell which they are given.
__global__ void read(cudaTextureObject_t image, cudaTextureObject_t values, float *out) {
  out[0] = tex2D<float>(image, 0.5f, 0.5f);  // want [texture] 'tex2D' needs images, which gfx942 lacks
  out[1] = tex2D<float>(image, 1.5f, 0.5f) + tex1Dfetch<float>(values, 1);
}

void make(cudaTextureObject_t *object, cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;  // want [texture] 'cudaResourceTypeArray' needs images
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeElementType;
  cudaCreateTextureObject(object, &resource, &description, NULL);
}
