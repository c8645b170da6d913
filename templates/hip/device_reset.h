// Events do not outlive the device's state: what was launched is written down before a program gives that back.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_DEVICE_RESET_H
#define RETARGET_HIP_DEVICE_RESET_H

#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__) || defined(RETARGET_HOST)
#include <hip/hip_runtime_api.h>
#else
#include <cuda_runtime_api.h>
#endif

#ifdef __cplusplus
extern "C"
#endif
    __attribute__((weak)) void retarget_before_reset(void);  // variants.h has it, where a unit of the program launches

#define cudaDeviceReset() (retarget_before_reset ? retarget_before_reset() : (void)0, cudaDeviceReset())
#define hipDeviceReset() (retarget_before_reset ? retarget_before_reset() : (void)0, hipDeviceReset())

#endif
