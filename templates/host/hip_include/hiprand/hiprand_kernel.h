// SPDX-License-Identifier: MIT
#pragma once
#include <hip/hip_runtime.h>
#include <hiprand/hiprand.h>
#define RETARGET_RAND(name) hiprand##name
#include "retarget_host/random_device.h"
#undef RETARGET_RAND

// The guard of the header that this one stands for: programs ask whether it was included.
#define HIPRAND_KERNEL_H_
