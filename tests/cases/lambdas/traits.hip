// nvcc's traits of extended lambdas: none is of such a kind for HIP's compiler.
#include <hip/hip_runtime.h>
#include "retarget_hip/lambdas.h"
#include <cstdio>

template <class F>
__global__ __launch_bounds__(32) void each(F f, int *a) {
  a[threadIdx.x] = f(threadIdx.x);
}

template <class F>
void run(F f, int *a) {
#if defined(__HIPCC__) && !defined(__HIP_DEVICE_COMPILE__)
  static_assert(!RETARGET_IS_EXTENDED_DEVICE_LAMBDA(F), "its result is not known to the host");
  static_assert(!RETARGET_IS_EXTENDED_DEVICE_LAMBDA_OF_KEPT_TYPE(F), "nor this one's");
#endif
  if (RETARGET_IS_EXTENDED_HOST_DEVICE_LAMBDA(F)) printf("either side's\n");
  each<<<1, 32>>>(f, a);
}

void squares(int *a) {
  run([] __host__ __device__(int i) { return i * i; }, a);
}
