// Half precision, as CUDA's cuda_fp16.h and HIP's hip_fp16.h declare it.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_HALF_H
#define RETARGET_HOST_HALF_H

#include "narrow.h"

#define RETARGET_TYPE __half
#define RETARGET_PAIR __half2
#define RETARGET_RAW __half_raw
#define RETARGET_RAW_PAIR __half2_raw
#define RETARGET_NAME half
#define RETARGET_FORMAT retarget_host::HalfFormat
#if defined(RETARGET_HOST_CUDA)
#define RETARGET_COMPLETE 1
#else
#define RETARGET_COMPLETE 0
#endif
#include "narrow_float.inc"
#undef RETARGET_TYPE
#undef RETARGET_PAIR
#undef RETARGET_RAW
#undef RETARGET_RAW_PAIR
#undef RETARGET_NAME
#undef RETARGET_FORMAT
#undef RETARGET_COMPLETE

using half = __half;
using half2 = __half2;
#if defined(RETARGET_HOST_CUDA)
using __nv_half = __half;
using nv_half = __half;
using __nv_half2 = __half2;
using nv_half2 = __half2;
using __nv_half_raw = __half_raw;
using __nv_half2_raw = __half2_raw;
#endif

#endif
