// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime.h>
#define RETARGET_CUB cub
#define RETARGET_CUB_WARP 32
#define RETARGET_CUB_API(name) cuda##name
#include "retarget_host/cub_device.h"
#undef RETARGET_CUB_API
#undef RETARGET_CUB_WARP
#undef RETARGET_CUB
