// Structured bindings of vector types: values, references, constants, in templates, on both sides.
#include <hip/hip_runtime.h>

#include "../../templates/hip/bindings.h"
#include "check.h"

template <typename T>
__host__ __device__ T sum(T a, T b) {
  const auto [x, y] = HIP_vector_type<T, 2>(a, b);
  return x + y;
}

__host__ __device__ void check() {
  float4 v = make_float4(1, 2, 3, 4);
  auto& [x, y, z, w] = v;
  x = 5;
  w += 2;
  EXPECT(v.x == 5 && y == 2 && z == 3 && v.w == 6);
  auto [a, b, c] = make_uchar3(1, 2, 255);
  ++c;
  EXPECT(a == 1 && b == 2 && c == 0);
  for (const auto& [low, high] : {make_double2(1, 2), make_double2(3, 4)}) EXPECT(high - low == 1);
  EXPECT(sum(1, 2) == 3 && sum(1.5, 2.0) == 3.5);
}

__global__ void on_device() { check(); }

int main() {
  check();
  on_device<<<1, 1>>>();
  return report("bindings");
}
