/* A unit of C takes the branches of the version that the output answers. */
#include <cuda_runtime_api.h>

#if CUDART_VERSION < 12000
int bind(const struct textureReference *t, void *p, const struct cudaChannelFormatDesc *d) {
  return cudaBindTexture(0, t, p, d, 16);
}
#else
void *bind(void) { return cudaMemcpyArrayToArray; }
#endif
