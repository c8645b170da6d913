// HIP's own header is there from version 6 on, and counts on its includer for the runtime.
#include <cuda_gl_interop.h>

cudaError_t share(cudaGraphicsResource_t* resource, GLuint buffer) {
  return cudaGraphicsGLRegisterBuffer(resource, buffer, cudaGraphicsRegisterFlagsNone);
}
