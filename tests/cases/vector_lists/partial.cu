// What a list leaves out is 0 in CUDA; HIP would repeat a single value, or know no such list.
struct Body {
  float4 place;
  int kind;
};
__device__ float4 start() { return {1.0f}; }
__device__ float1 alone(float f) { return {f}; }
__global__ void k(float4 *out, float f) {
  float4 a = {0};
  float4 b{1.0f};
  float3 d = {f, f,};
  float1 c = {f};
  float4 both[2] = {{0}, {1, 2}};
  Body body = {{max(f, 1.0f), 2}, 1};
  out[0] = float4{f};
  out[1] = b;
  out[2] = make_float4(a.x + both[0].x, body.place.x, c.x, d.x + start().x + alone(f).x);
}
