// SPDX-License-Identifier: MIT
#pragma once
#include <hip/hip_runtime.h>

#include "retarget_host/bfloat16.h"
