// retarget: --arch gfx90a
// nvcc takes the lists for pairs, clang for either of two types.
#include <hip/hip_runtime.h>
#include "retarget_hip/bf16.h"
#include <hip/hip_fp16.h>
typedef half2 Two;
struct Pair {
  float x, y;
};
__global__ void k(__half2 *p, Two *q, __hip_bfloat162 *r, Pair *s, __half a, __half b, __hip_bfloat16 c) {
  p[0] = __half2{a, b};
  p[1] = __half2{};
  *q = __half2{ b, a };
  r[0] = __hip_bfloat162{c, c};
  __half2 made = {a, b};
  p[2] = made;
  s[0] = {1, 2};
  atomicAdd(r, r[0]);
}
