/* HIP's headers have vector types for C++ alone, and hipRAND's a half. */
#include <cuda_runtime.h>
#ifdef WITH_RANDOM
#include <curand.h>
#endif

typedef struct {
  float4 position;
  uint3 size;
  double2 spacing;
} Source;

int count(const Source *source, cudaStream_t stream) {
  dim3 blocks = {source->size.x, 1, 1};
  return cudaStreamSynchronize(stream) == cudaSuccess ? (int)blocks.x : 0;
}
