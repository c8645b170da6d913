// Stands for the CUDA samples' helper_functions.h, which gathers their host-only headers;
// exception.h, which some of them include, needs nothing here.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HELPER_FUNCTIONS_H
#define RETARGET_HIP_HELPER_FUNCTIONS_H
#ifdef __cplusplus
#define COMMON_HELPER_FUNCTIONS_H_  // the guard of the samples' own

#include "helper_image.h"
#include "helper_string.h"
#include "helper_timer.h"

#endif
#endif
