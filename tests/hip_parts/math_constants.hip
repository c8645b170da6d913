// Values of a few constants of each kind, in device and host code.
#include <cmath>

#include "../../templates/hip/math_constants.h"
#include "check.h"

__host__ __device__ void constants(float zero) {
  EXPECT(CUDART_INF_F > 3e38f && CUDART_INF > 1e308 && -CUDART_INF < zero);
  EXPECT(!(CUDART_NAN_F == CUDART_NAN_F) && !(CUDART_NAN == CUDART_NAN));
  EXPECT(CUDART_MIN_DENORM > zero && CUDART_MAX_NORMAL_F * 1.0f == CUDART_NORM_HUGE_F);
  EXPECT(fabs(sin(CUDART_PI)) < 1e-15 && fabsf(sinf(CUDART_PIO2_F) - 1.0f) < 1e-6f);
  EXPECT(CUDART_TWO_TO_52 == ldexp(1.0, 52) && fabs(exp(CUDART_LN2_HI) - 2.0) < 1e-14);
  EXPECT(CUDART_REMQUO_MASK_F == 7u && CUDART_PI_LO > 0 && CUDART_LG2_LO < 0);
}
__global__ void on_device(float zero) { constants(zero); }

int main() {
  on_device<<<1, 1>>>(0.0f);
  constants(0.0f);
  return report("math_constants");
}
