// Whether code is compiled for a device is the same question; how new that device is, a number of ours.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"

#ifdef __HIP_DEVICE_COMPILE__
#define SIDE 1
#endif
#if defined(__HIP_DEVICE_COMPILE__) && RETARGET_CUDA_ARCH >= 600
#define NEW 1
#elif !defined __HIP_DEVICE_COMPILE__
#define NEW 0
#endif

__host__ __device__ inline int side() {
#ifndef __HIP_DEVICE_COMPILE__
  return 0;
#elif RETARGET_CUDA_ARCH < 350
#error "too old"
#else
  return RETARGET_CUDA_ARCH / 10;
#endif
}
#define AT_LEAST(n) (RETARGET_CUDA_ARCH >= n)
