// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime.h>

extern "C" cudaError_t cudaProfilerStart();
extern "C" cudaError_t cudaProfilerStop();
