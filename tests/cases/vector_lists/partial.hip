// What a list leaves out is 0 in CUDA; HIP would repeat a single value, or know no such list.
#include <hip/hip_runtime.h>
struct Body {
  float4 place;
  int kind;
};
__device__ float4 start() { return {1.0f, 0, 0, 0}; }
__device__ float1 alone(float f) { return float1{f}; }
__global__ void k(float4 *out, float f) {
  float4 a = {0, 0, 0, 0};
  float4 b{1.0f, 0, 0, 0};
  float3 d = {f, f, 0};
  float1 c = float1{f};
  float4 both[2] = {{0, 0, 0, 0}, {1, 2, 0, 0}};
  Body body = {{max(f, 1.0f), 2, 0, 0}, 1};
  out[0] = float4{f, 0, 0, 0};
  out[1] = b;
  out[2] = make_float4(a.x + both[0].x, body.place.x, c.x, d.x + start().x + alone(f).x);
}
