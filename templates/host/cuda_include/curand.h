// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime.h>
#define RETARGET_RAND(name) curand##name
#define RETARGET_RAND_VALUE(name) CURAND_##name
#include "retarget_host/random_host.h"
#undef RETARGET_RAND_VALUE
#undef RETARGET_RAND

// The guard of the header that this one stands for: programs ask whether it was included.
#define CURAND_H_
