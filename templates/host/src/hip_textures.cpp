// Arrays, textures and surfaces as HIP spells them.
// SPDX-License-Identifier: MIT
#define __HIP_PLATFORM_AMD__ 1
#include "retarget_host/vector_types.h"
#define RETARGET_HOST_TYPES
#include <hip/hip_runtime_api.h>
#define API(name) hip##name
#include "textures.inc"
