// retarget: --arch gfx942
// Objects of linear memory and of an array in one unit: the kernels cannot tell which they are given.
#include <hip/hip_runtime.h>
__global__ void read(hipTextureObject_t image, hipTextureObject_t values, float *out) {
  out[0] = tex2D<float>(image, 0.5f, 0.5f);  // want [texture] 'tex2D' needs images, which gfx942 lacks
  out[1] = tex2D<float>(image, 1.5f, 0.5f) + tex1Dfetch<float>(values, 1);
}

void make(hipTextureObject_t *object, hipArray_t array) {
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeArray;  // want [texture] 'cudaResourceTypeArray' needs images
  resource.res.array.array = array;
  hipTextureDesc description = {};
  description.readMode = hipReadModeElementType;
  hipCreateTextureObject(object, &resource, &description, NULL);
}
