// retarget: --arch gfx90a
// What only the device compiles, specialisations, and instances of one template.
#include <hip/hip_runtime.h>
#include "retarget_hip/bits.h"
#include "retarget_hip/shifts.h"
template <typename T>
__device__ T top(T x) { return x >> 1; }
template <>
__device__ unsigned top<unsigned>(unsigned x) { return 0x80000000u >> retarget_hip::shift_count(__clz(x)); }

__host__ __device__ inline int first(unsigned x) {
#ifdef __HIP_DEVICE_COMPILE__
  return 1 << retarget_hip::shift_count(retarget_hip::ffs(x) - 1);
#else
  return x & -x;
#endif
}

template <typename T>
__global__ __launch_bounds__(1) void each(T *values, const int *by) { values[0] = top(values[0]) << retarget_hip::shift_count(by[0]); }

void launch(unsigned *a, int *b) {
  each<<<1, 1>>>(a, b);
  each<<<1, 1>>>(b, b);
  first(3);
}
