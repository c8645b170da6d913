// Operators on CUDA's complex numbers, declared and defined apart; HIP 5's headers have functions with these parameters.
#include <cuComplex.h>
__host__ __device__ cuFloatComplex operator*(const cuFloatComplex &a, const cuFloatComplex &b) noexcept;
namespace app {
__host__ __device__ inline cuDoubleComplex operator/(const cuDoubleComplex &a, const cuDoubleComplex &b) {
  return cuCdiv(a, b);
}
template <class T>
__host__ __device__ T ratio(T a, T b) {
  return a / b;
}
}  // namespace app
__host__ __device__ cuFloatComplex operator*(const cuFloatComplex &a, const cuFloatComplex &b) noexcept {
  return cuCmulf(a, b);
}
__host__ __device__ inline bool operator==(const cuFloatComplex &a, const cuFloatComplex &b) { return a.x == b.x; }
__host__ __device__ inline float3 operator-(const float3 &a) { return make_float3(a.x, a.y, -a.z); }

__global__ void k(cuFloatComplex *p, cuDoubleComplex *q, float3 *r) {
  p[0] = p[1] * p[2];
  if (p[0] == p[1]) q[0] = app::ratio(q[1], q[2]);
  r[0] = -r[1];
}
__device__ float2 operator+(float2 a, float2 b);
__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
