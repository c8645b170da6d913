// Vector functions of the samples' helper_math.h, with HIP's own operators, in device and host code.
#include "../../templates/hip/helper_math.h"
#include "check.h"

__host__ __device__ bool same(float a, float b) { return fabsf(a - b) <= 1e-5f * fmaxf(1.0f, fabsf(b)); }

__host__ __device__ void vectors(float two) {
  const float3 a = make_float3(1.0f, two, 3.0f), b = make_float3(4.0f, -5.0f, 6.0f);
  EXPECT(dot(a, b) == 12.0f && same(length(a), sqrtf(14.0f)));
  const float3 c = cross(a, b);
  EXPECT(c.x == 27.0f && c.y == 6.0f && c.z == -13.0f);
  EXPECT(same(length(normalize(b)), 1.0f) && same(normalize(make_float2(3.0f, 4.0f)).y, 0.8f));
  const float3 d = (a + b) * 2.0f - a / two;
  EXPECT(same(d.x, 9.5f) && same(d.y, -7.0f) && same(d.z, 16.5f));
  float4 e = make_float4(a, 7.0f);
  e += make_float4(1.0f);
  e *= two;
  EXPECT(e.x == 4.0f && e.w == 16.0f && make_float3(e).z == 8.0f);
  EXPECT(lerp(a, b, 0.5f).x == 2.5f && lerp(1.0f, 3.0f, 0.25f) == 1.5f);
  EXPECT(clamp(b, 0.0f, 5.0f).y == 0.0f && clamp(b, a, a).z == 3.0f && clamp(7, 0, 5) == 5);
  EXPECT(fminf(a, b).y == -5.0f && fmaxf(a, b).z == 6.0f && fabs(b).y == 5.0f);
  EXPECT(floorf(make_float2(-1.5f, 1.5f)).x == -2.0f && same(fracf(make_float2(-1.25f, 0.0f)).x, 0.75f));
  const float2 mirrored = reflect(make_float2(1.0f, -1.0f), make_float2(0.0f, 1.0f));
  EXPECT(mirrored.x == 1.0f && mirrored.y == 1.0f && smoothstep(0.0f, 2.0f, 1.0f) == 0.5f);
  const int3 i = make_int3(make_float3(1.9f, -1.9f, two)) * 2 + make_int3(1);
  EXPECT(i.x == 3 && i.y == -1 && i.z == 5 && abs(make_int2(-3, 3)).x == 3);
  EXPECT(max(make_uint2(1u, 5u), make_uint2(3u)).y == 5u && min(make_int4(1, 2, 3, 4), make_int4(2)).w == 2);
  EXPECT(dot(make_int2(1, 2), make_int2(3, 4)) == 11 && same(fmodf(make_float2(5.5f), make_float2(two)).x, 1.5f));
  EXPECT((-a).x == -1.0f && smoothstep(make_float3(0.0f), make_float3(2.0f), make_float3(1.0f)).y == 0.5f);
}

__global__ void on_device(float two) { vectors(two); }

int main() {
  on_device<<<1, 1>>>(2.0f);
  vectors(2.0f);
  return report("helper_math");
}
