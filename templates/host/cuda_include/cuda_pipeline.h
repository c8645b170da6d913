// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_CUDA_PIPELINE_H
#define RETARGET_HOST_CUDA_PIPELINE_H

#include "cuda_pipeline_primitives.h"

#endif
