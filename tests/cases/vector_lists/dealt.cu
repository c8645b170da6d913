// Elements that C++ deals out to vectors: HIP's, which are classes, want braces of their own.
struct Body {
  float2 place[2];
  int kind;
  float3 speed;
};
struct Range {
  int2 ends;
  int step = 1;
};
__constant__ float4 table[] = {1, 2, 3, 4, 5, 6, 7, 8};
#define PAIR 1, 2
__global__ void k(float4 *out, float f, float2 *q) {
  float2 a[4] = {f, 2, 3.0f * (1 + f), 4, q[0], 5};
  int2 b[2][2] = {1, 2, {3, 4}, 5, 6};
  Body c = {1, 2, 3, 4, 5, 6};
  Body d[2] = {{{{1, 2}, {3}}, 4}, {1, 2}};
  Range e = {1, 2, 3};
  struct {
    float2 one[1];
    float last;
  } h = {f, f, 1};
  float2 g[2] = {PAIR, 3, 4};  // want [vector-list] in braces
  out[0] = make_float4(a[1].x, b[1][1].x, c.speed.x, d[1].place[0].y + e.step + g[1].x);
  out[1] = table[1];
}
