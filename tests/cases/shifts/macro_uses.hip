// What stands in a macro's body is told once, with the count of its uses; what stands in an argument, at its place.
#include <hip/hip_runtime.h>

#define HALF(n) ((n) >> 34)  // want [shift-count] by 34: undefined in CUDA and in HIP \(at 3 uses of this macro\)
#define ONCE(n) ((n) << 35)
#define SAME(n) (n)

__global__ void k(int *a) {
  int i = threadIdx.x;
  a[i] = HALF(a[i + 1]) + HALF(i);
  a[i] += HALF(a[0]) + ONCE(a[1]);  // want [shift-count] by 35
  a[i + 2] = SAME(a[3] >> 36);  // want [shift-count] by 36
  a[i + 3] = SAME(a[4] >> 36);  // want [shift-count] by 36
}
