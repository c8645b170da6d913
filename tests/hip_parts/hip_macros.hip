// Names that HIP's runtime defines as macros, of the program's own.
#include "../../templates/hip/hip_macros.h"
#include "check.h"

enum State { DEPRECATED, DEPRECATED_MSG, HW_ID, ICMP_NE, MASK1, MASK2, GETREG_IMMED };

__global__ void __launch_bounds__(64) states() { EXPECT(MASK2 == 5 && DEPRECATED == 0); }

int main() {
  states<<<1, 1>>>();
  EXPECT(hipDeviceSynchronize() == hipSuccess && GETREG_IMMED == 6);
  return report("hip_macros");
}
