/* HIP's headers have vector types for C++ alone, and hipRAND's a half. */
#include <hip/hip_runtime.h>
#include "retarget_hip/c_random.h"
#include "retarget_hip/c_vectors.h"
#ifdef WITH_RANDOM
#include <hiprand/hiprand.h>
#endif

typedef struct {
  float4 position;
  uint3 size;
  double2 spacing;
} Source;

int count(const Source *source, hipStream_t stream) {
  dim3 blocks = {source->size.x, 1, 1};
  return hipStreamSynchronize(stream) == hipSuccess ? (int)blocks.x : 0;
}
