// HIP's own header is there from version 6 on, and counts on its includer for the runtime.
#include <hip/hip_runtime.h>
#include "retarget_hip/gl_interop.h"

hipError_t share(hipGraphicsResource_t* resource, GLuint buffer) {
  return hipGraphicsGLRegisterBuffer(resource, buffer, hipGraphicsRegisterFlagsNone);
}
