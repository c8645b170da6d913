// Lists that name the components of a vector.
#include <cuComplex.h>

typedef cuDoubleComplex number;

__host__ __device__ inline number sum(const number &a, const number &b) {
  number out = {
    .x = a.x + b.x,
    .y = a.y + b.y
  };
  return out;
}
struct Box {
  float4 corner;
};
__device__ float4 part(float v) {
  float4 a = {.x = v, .z = 2 * v,};
  float2 b{.y = v};
  Box box = {.corner = {.w = v}};
  int1 c = {.x = 1};
  float3 d = {.y = v, .x = v};  // want [vector-list] list the values in order
  return make_float4(a.x, b.x + d.x, box.corner.w, c.x);
}
