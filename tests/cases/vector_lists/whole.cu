// Lists that name all components, or none, or copy a vector; lists of other types.
struct Pair {
  float a, b;
};
__global__ void k(float4 *out, float4 from) {
  float4 a = {1, 2, 3, 4};
  float4 b = {}, c{from};
  int2 d{1, 2};
  Pair e = {1};
  int counts[4] = {0};
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = float4{e.a, e.b, 0.0f, static_cast<float>(d.x + counts[1])};
}
