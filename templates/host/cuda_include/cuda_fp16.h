// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime.h>

#include "retarget_host/half.h"

// The guard of the header that this one stands for: programs ask whether it was included.
#define __CUDA_FP16_H__
