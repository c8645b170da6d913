// The functions of device code that CUDA and HIP declare without an include, by theme.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_DEVICE_FUNCTIONS_H
#define RETARGET_HOST_DEVICE_FUNCTIONS_H

#include "math_functions.h"
#include "extrema.h"
#include "fast_math.h"
#include "rounded_arithmetic.h"
#include "integer_functions.h"
#include "conversions.h"
#include "memory_hints.h"
#if defined(RETARGET_HOST_CUDA)
#include "address_spaces.h"
#include "simd_functions.h"
#endif

#endif
