// Sums of halves and averages of integers share a name, whichever header comes first.
#include "../../templates/hip/averages.h"
// HIP's header of halves comes late.
#include <hip/hip_fp16.h>

#include "check.h"

#include <type_traits>

__global__ void sums(float one, int least) {
  const __half half = __float2half(one);
  static_assert(std::is_same<decltype(retarget_hip::hadd(half, half)), __half>::value, "no sum of halves");
  EXPECT(__half2float(retarget_hip::hadd(half, __float2half(2.5f))) == 4.0f);
  EXPECT(retarget_hip::hadd(least, 3) == 0 && retarget_hip::rhadd(least, 4) == 1);
  EXPECT(retarget_hip::uhadd(~0u, 1u) == 1u << 31 && retarget_hip::urhadd(~0u, 0u) == 1u << 31);
}

int main() {
  sums<<<1, 1>>>(1.5f, -3);
  return report("averages");
}
