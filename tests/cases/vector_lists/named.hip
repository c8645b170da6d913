// Lists that name the components of a vector.
#include <hip/hip_runtime.h>
#include <hip/hip_complex.h>

typedef hipDoubleComplex number;

__host__ __device__ inline number sum(const number &a, const number &b) {
  number out = {
    a.x + b.x,
    a.y + b.y
  };
  return out;
}
struct Box {
  float4 corner;
};
__device__ float4 part(float v) {
  float4 a = {v, 0, 2 * v, 0};
  float2 b{0, v};
  Box box = {.corner = {0, 0, 0, v}};
  int1 c = int1{1};
  float3 d = {.y = v, .x = v};  // want [vector-list] list the values in order
  return make_float4(a.x, b.x + d.x, box.corner.w, c.x);
}
