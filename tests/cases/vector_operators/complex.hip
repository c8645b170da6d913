// Operators on CUDA's complex numbers, declared and defined apart; HIP 5's headers have functions with these parameters.
#include <hip/hip_runtime.h>
#include "retarget_hip/operators.h"
#include <hip/hip_complex.h>
RETARGET_OWN_OPERATOR __host__ __device__ hipFloatComplex operator*(const hipFloatComplex &a, const hipFloatComplex &b) noexcept;
namespace app {
RETARGET_OWN_OPERATOR __host__ __device__ inline hipDoubleComplex operator/(const hipDoubleComplex &a, const hipDoubleComplex &b) {
  return hipCdiv(a, b);
}
template <class T>
__host__ __device__ T ratio(T a, T b) {
  return a / b;
}
}  // namespace app
RETARGET_OWN_OPERATOR __host__ __device__ hipFloatComplex operator*(const hipFloatComplex &a, const hipFloatComplex &b) noexcept {
  return hipCmulf(a, b);
}
RETARGET_OWN_OPERATOR __host__ __device__ inline bool operator==(const hipFloatComplex &a, const hipFloatComplex &b) { return a.x == b.x; }
RETARGET_OWN_OPERATOR __host__ __device__ inline float3 operator-(const float3 &a) { return make_float3(a.x, a.y, -a.z); }

__global__ void k(hipFloatComplex *p, hipDoubleComplex *q, float3 *r) {
  p[0] = p[1] * p[2];
  if (p[0] == p[1]) q[0] = app::ratio(q[1], q[2]);
  r[0] = -r[1];
}
RETARGET_OWN_OPERATOR __device__ float2 operator+(float2 a, float2 b);
RETARGET_OWN_OPERATOR __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
