// SPDX-License-Identifier: MIT
#pragma once
#include <hip/hip_runtime.h>

#include "retarget_host/half.h"
