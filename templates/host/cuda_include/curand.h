// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime.h>
#define RETARGET_RAND(name) curand##name
#define RETARGET_RAND_VALUE(name) CURAND_##name
#include "retarget_host/random_host.h"
#undef RETARGET_RAND_VALUE
#undef RETARGET_RAND
