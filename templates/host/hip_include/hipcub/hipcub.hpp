// SPDX-License-Identifier: MIT
#pragma once
#include <hip/hip_runtime.h>
#define RETARGET_CUB hipcub
#define RETARGET_CUB_WARP 0
#define RETARGET_CUB_API(name) hip##name
#include "retarget_host/cub_device.h"
#undef RETARGET_CUB_API
#undef RETARGET_CUB_WARP
#undef RETARGET_CUB
