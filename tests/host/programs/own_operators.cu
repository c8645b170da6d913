// A program's operators that HIP's vectors lack stand beside HIP's for others, which must not be made of them.
// want: edcba987 6543210f 12345679 9abcdef0
// want: -3 -2 6 2
// want: 12345679 9abcdef1 12345678 9abcdef0
#include <cuda_runtime.h>

#include <cstdio>

static __device__ uint2 operator^(uint2 a, unsigned b) { return make_uint2(a.x ^ b, a.y); }
static __device__ uint2 operator+(uint2 a, unsigned b) { return make_uint2(a.x + b, a.y); }
static __device__ float2 operator*(float2 a, float b) { return make_float2(a.x * b, a.y); }
static __device__ uint2 operator~(uint2 a) { return make_uint2(~a.x, ~a.y); }
static __device__ uint2 operator+(uint2 a, uint2 b) { return make_uint2(a.x + b.x, a.y + b.y); }
static __device__ float2 operator-(float2 a) { return make_float2(-a.x, -a.y); }
static __device__ void operator+=(uint2& a, uint2 b) {
  a.x += b.x;
  a.y += b.y;
}

__global__ void k(uint2 a, float2 f) {
  const uint2 not_a = ~a, low = a ^ 1u;
  printf("%x %x %x %x\n", not_a.x, not_a.y, low.x, low.y);
  const float2 minus = -f, twice = f * 2.f;
  printf("%g %g %g %g\n", minus.x, minus.y, twice.x, twice.y);
  const uint2 before = a;
  a += make_uint2(1, 1);
  printf("%x %x %x %x\n", a.x, a.y, before.x, before.y);
}

int main() {
  k<<<1, 1>>>(make_uint2(0x12345678, 0x9abcdef0), make_float2(3, 2));
  cudaDeviceSynchronize();
}
