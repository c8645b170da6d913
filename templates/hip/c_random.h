// hipRAND's header for units of C: it names a half, which HIP's headers have for C++ alone.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_C_RANDOM_H
#define RETARGET_HIP_C_RANDOM_H
#if !defined(__cplusplus) && __has_include(<hiprand/hiprand.h>)

#include <hip/hip_fp16.h>

#pragma push_macro("__half")
#undef __half
#define __half struct retarget_hip_half
#include <hiprand/hiprand.h>
#pragma pop_macro("__half")

#endif
#endif
