// bfloat16, as CUDA's cuda_bf16.h and HIP's hip_bf16.h declare it.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_BFLOAT16_H
#define RETARGET_HOST_BFLOAT16_H

#include "narrow.h"

#if defined(RETARGET_HOST_CUDA)
#define RETARGET_TYPE __nv_bfloat16
#define RETARGET_PAIR __nv_bfloat162
#define RETARGET_RAW __nv_bfloat16_raw
#define RETARGET_RAW_PAIR __nv_bfloat162_raw
#else
#define RETARGET_TYPE __hip_bfloat16
#define RETARGET_PAIR __hip_bfloat162
#define RETARGET_RAW __hip_bfloat16_raw
#define RETARGET_RAW_PAIR __hip_bfloat162_raw
#endif
#define RETARGET_NAME bfloat16
#define RETARGET_FORMAT retarget_host::BrainFormat
#define RETARGET_COMPLETE 1
#include "narrow_float.inc"
#undef RETARGET_TYPE
#undef RETARGET_PAIR
#undef RETARGET_RAW
#undef RETARGET_RAW_PAIR
#undef RETARGET_NAME
#undef RETARGET_FORMAT
#undef RETARGET_COMPLETE

#if defined(RETARGET_HOST_CUDA)
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
#endif

#endif
