#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <limits>
#define min(a, b) ((a) < (b) ? (a) : (b))
#include "../../templates/hip/half_limits.h"

template <class T>
__global__ void least(T *out) {
  out[0] = retarget_hip::numeric_limits<T>::max();
  out[1] = (retarget_hip::numeric_limits<T>::min)();
}
template __global__ void least<__half>(__half *);
template __global__ void least<float>(float *);
static_assert(retarget_hip::numeric_limits<__half>::digits == 11 && retarget_hip::numeric_limits<int>::is_integer, "");
int both = min(1, 2);
__half widest = retarget_hip::numeric_limits<__half>::lowest();
