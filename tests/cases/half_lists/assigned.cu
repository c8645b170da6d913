// retarget: --arch gfx90a
// nvcc takes the lists for pairs, clang for either of two types.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
typedef half2 Two;
struct Pair {
  float x, y;
};
__global__ void k(__half2 *p, Two *q, __nv_bfloat162 *r, Pair *s, __half a, __half b, __nv_bfloat16 c) {
  p[0] = {a, b};
  p[1] = {};
  *q = { b, a };
  r[0] = {c, c};
  __half2 made = {a, b};
  p[2] = made;
  s[0] = {1, 2};
  atomicAdd(r, r[0]);
}
