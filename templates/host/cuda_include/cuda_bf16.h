// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime.h>

#include "retarget_host/bfloat16.h"
