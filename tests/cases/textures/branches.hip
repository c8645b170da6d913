// Two declarations of a name: each goes with the text of its branch.
#include <hip/hip_runtime.h>
#include "retarget_hip/texture.h"
#ifdef IN_ARRAY
texture<float, 2> field;  // want [texture] stays a texture reference, .* its dimension is 2
#else
__constant__ retarget_hip::linear_texture<float, 1> field;  // want [texture] plain loads
#endif

__global__ void read(float *out) {
#ifdef IN_ARRAY
  out[threadIdx.x] = tex2D(field, threadIdx.x, 0);
#else
  out[threadIdx.x] = tex1Dfetch(field, threadIdx.x);
#endif
}

void bind(float *memory, hipArray_t array, size_t bytes) {
#ifdef IN_ARRAY
  hipBindTextureToArray(field, array);
#else
  hipBindTexture(0, field, memory, bytes);
#endif
}
