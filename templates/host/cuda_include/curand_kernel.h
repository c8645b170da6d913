// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime.h>
#include <curand.h>
#define RETARGET_RAND(name) curand##name
#include "retarget_host/random_device.h"
#undef RETARGET_RAND
