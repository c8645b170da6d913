// Stands for the value of CUDA's __CUDA_ARCH__ where code compares it: AMD's GPUs count as 7.0, a device with
// double atomics, shuffles and half precision, and without tensor cores or asynchronous copies.
#ifndef RETARGET_HIP_ARCH_H
#define RETARGET_HIP_ARCH_H

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define RETARGET_CUDA_ARCH 700
#endif

#endif
