// SPDX-License-Identifier: MIT
#pragma once
#include <hip/hip_runtime.h>
#include <hiprand/hiprand.h>
#define RETARGET_RAND(name) hiprand##name
#include "retarget_host/random_device.h"
#undef RETARGET_RAND
