// Arrays, textures and surfaces as CUDA spells them.
// SPDX-License-Identifier: MIT
#include <cuda_runtime_api.h>
#include <channel_descriptor.h>
#define RETARGET_HOST_TYPES
#include "retarget_host/texture_references.h"
#define API(name) cuda##name
#include "textures.inc"
