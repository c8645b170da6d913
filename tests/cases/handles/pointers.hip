// A pointer to the handle of a surface, taken as one to a texture's: one type in CUDA, two in HIP.
#include <hip/hip_runtime.h>

struct Linear {
  hipSurfaceObject_t tex;
};

hipError_t make(Linear &linear, hipTextureObject_t *own, hipResourceDesc *resource, hipTextureDesc *texture) {
  hipCreateTextureObject(own, resource, texture, nullptr);
  hipTextureObject_t *same = own;
  same = 0;
  const hipTextureObject_t *other = (hipTextureObject_t*)&linear.tex;
  if (other == nullptr) return hipErrorUnknown;
  return hipCreateTextureObject((hipTextureObject_t*)&linear.tex, resource, texture, nullptr);
}
