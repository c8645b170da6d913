// SPDX-License-Identifier: MIT
#pragma once
#include <hip/hip_runtime.h>
#define RETARGET_RAND(name) hiprand##name
#define RETARGET_RAND_VALUE(name) HIPRAND_##name
#include "retarget_host/random_host.h"
#undef RETARGET_RAND_VALUE
#undef RETARGET_RAND

// The guard of the header that this one stands for: programs ask whether it was included.
#define HIPRAND_H_
