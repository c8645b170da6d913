// SPDX-License-Identifier: MIT
#pragma once
#include <hip/hip_runtime.h>

#include "retarget_host/half.h"

// The guard of the header that this one stands for: programs ask whether it was included.
#define HIP_INCLUDE_HIP_HIP_FP16_H
