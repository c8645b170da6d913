// The vector that a class is derived from has the operators, and the class has none.
#include "../../templates/hip/operators.h"

struct Point : float3 {
  __host__ __device__ explicit Point(float x_) : float3(make_float3(x_, 0.0f, 0.0f)) {}
};
__host__ __device__ float sum(const Point &a, const Point &b, const double2 &c) {
  const float3 &base = retarget_hip::base_vector(a);
  const double2 doubled = retarget_hip::base_vector(c) + c;
  return (base + retarget_hip::base_vector(b)).x + static_cast<float>(doubled.y);
}
RETARGET_OWN_OPERATOR __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x - b.x, 0.0f, 0.0f); }
__global__ void k(float *out, const Point *in, double2 c) {
  out[0] = sum(in[0], in[1], c);
  out[1] = (retarget_hip::base_vector(in[0]) + retarget_hip::base_vector(in[1])).x;
}
