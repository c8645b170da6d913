// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime.h>
#include <curand.h>
#define RETARGET_RAND(name) curand##name
#include "retarget_host/random_device.h"
#undef RETARGET_RAND

// The guard of the header that this one stands for: programs ask whether it was included.
#define CURAND_KERNEL_H_
