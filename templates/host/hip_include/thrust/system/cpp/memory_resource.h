// SPDX-License-Identifier: MIT
#pragma once
#include "retarget_host/thrust_resource.h"
