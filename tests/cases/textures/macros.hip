// A reference that goes through macros, one of which pastes its name.
#include <hip/hip_runtime.h>
#include "retarget_hip/texture.h"
#define FETCH(t, i) tex1Dfetch(t, i)
#define FETCH_NAMED(name, i) tex1Dfetch(name##_texture, i)
#define BIND(t, p, n)                     \
  do {                                    \
    hipBindTexture(0, t, p, (n) * sizeof(*p)); \
  } while (0)

__constant__ retarget_hip::linear_texture<float, 1> rows;          // want [texture] plain loads
__constant__ retarget_hip::linear_texture<float, 1> rows_texture;  // want [texture] plain loads

__global__ void scale(float *out) { out[threadIdx.x] = FETCH(rows, threadIdx.x) * FETCH_NAMED(rows, 0); }

void bind(float *memory, int count) {
  BIND(rows, memory, count);
  BIND(rows_texture, memory, 1);
}
