/* A unit of C takes the branches of the version that the output answers. */
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"

#if RETARGET_CUDART_VERSION < 12000
int bind(const struct textureReference *t, void *p, const struct hipChannelFormatDesc *d) {
  return hipBindTexture(0, t, p, d, 16);
}
#else
void *bind(void) { return cudaMemcpyArrayToArray; }
#endif
