// max and min of mixed types, device and host alike, and the host functions beyond the C library.
#include <cmath>
#include <type_traits>

#include "../../templates/hip/device_math.h"
#include "check.h"

__host__ __device__ void extrema(int i, unsigned u, long l, unsigned long ul, long long ll, float f, double d) {
  EXPECT(max(i, u) == 0xfffffffeu && min(i, u) == 7u);  // i is -2: converted, as in CUDA
  EXPECT(max(u, i) == 0xfffffffeu && min(u, i) == 7u);
  EXPECT(max(u, u + 1u) == 8u && max(i, 1) == 1 && min(i, 1) == -2);
  EXPECT(max(l, 5l) == 5l && min(l, 5l) == -(1l << 40));
  EXPECT(max(ul, 5ul) == (1ul << 40) && min(ul, 5ul) == 5ul);
  EXPECT(max(l, ul) == static_cast<unsigned long>(l));
  EXPECT(max(ll, 0ll) == 0ll && min(ll, 0ll) == ll);
  EXPECT(max(f, 2.5f) == 2.5f && min(f, 2.5f) == 1.5f);
  EXPECT(max(d, 0.25) == 0.75 && min(d, 0.25) == 0.25);
  EXPECT(max(f, d) == 1.5 && min(f, d) == 0.75 && max(d, f) == 1.5 && min(d, f) == 0.75);
  EXPECT(max(f, nanf("")) == f && min(nan(""), d) == d);
  static_assert(std::is_same<decltype(max(i, u)), unsigned>::value, "as in CUDA");
  static_assert(std::is_same<decltype(max(f, d)), double>::value, "as in CUDA");
  static_assert(std::is_same<decltype(max(f, f)), float>::value, "as in CUDA");
}

__global__ void on_device() {
  extrema(-2, 7u, -(1l << 40), 1ul << 40, -(1ll << 50), 1.5f, 0.75);
  EXPECT(max(threadIdx.x, blockDim.x) == 64u && min(threadIdx.x, blockDim.x - 1) == threadIdx.x);
  EXPECT(min(threadIdx.x, 5) == (threadIdx.x < 5 ? threadIdx.x : 5u));
}

static bool near(double a, double b) { return std::fabs(a - b) <= 1e-6 * std::fabs(b) + 1e-12; }

static void host_functions() {
  EXPECT(near(rsqrt(4.0), 0.5) && near(rsqrtf(4.0f), 0.5) && near(rsqrt(4.0f), 0.5));
  EXPECT(near(rcbrt(27.0), 1 / 3.0) && near(rhypot(3.0, 4.0), 0.2));
  EXPECT(near(norm3d(2.0, 3.0, 6.0), 7.0) && near(rnorm4df(1.f, 1.f, 1.f, 1.f), 0.5));
  EXPECT(near(normcdf(0.0), 0.5) && near(normcdf(1.0), 0.84134474606854293));
  EXPECT(near(sinpi(0.5), 1.0) && near(sinpi(1e9 + 0.25), std::sqrt(0.5)) && near(cospif(1.0f), -1.0));
  double sine, cosine;
  sincospi(1.0 / 6, &sine, &cosine);
  EXPECT(near(sine, 0.5) && near(cosine, std::sqrt(0.75)));
  EXPECT(near(fdividef(1.0f, 4.0f), 0.25) && isnan(NAN) && !isinf(1.0f) && isfinite(2.0));
}

int main() {
  on_device<<<1, 64>>>();
  extrema(-2, 7u, -(1l << 40), 1ul << 40, -(1ll << 50), 1.5f, 0.75);
  host_functions();
  return report("device_math");
}
