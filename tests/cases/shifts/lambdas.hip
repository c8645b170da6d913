// retarget: --arch gfx90a
// A lambda's parameter has the values that its calls give it, not those that the host chooses.
#include <hip/hip_runtime.h>
#include "retarget_hip/shifts.h"

__global__ void k(const int *by, unsigned *out) {
  auto shifted = [](unsigned value, int count) { return value >> retarget_hip::shift_count(count); };
  out[threadIdx.x] = shifted(~0u, by[threadIdx.x]);
}
