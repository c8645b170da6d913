// HIP on the processor: types and the API are declared by HIP's own header; the language, kernels and device
// functions are given here.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_HIP_RUNTIME_H
#define RETARGET_HOST_HIP_RUNTIME_H

#ifndef __cplusplus
#include <hip/hip_runtime_api.h>  // C sees the API alone
#else
#ifndef __HIPCC__
#define __HIPCC__ 1
#endif
#define RETARGET_HOST 1

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmath>
#include <cstddef>
#include <memory>  // before the qualifiers: the standard library has attributes of the same names
#include <new>

#include "retarget_host/vector_types.h"
#define RETARGET_HOST_TYPES
#include <hip/hip_runtime_api.h>
#include <hip/channel_descriptor.h>
#include <hip/library_types.h>

#include "retarget_host/qualifiers.h"
#include "retarget_host/execution.h"
#include "retarget_host/synchronization.h"
#include "retarget_host/wave_hip.h"
#include "retarget_host/atomics.h"
#include "retarget_host/device_functions.h"
#include "retarget_host/device_builtins.h"

#define RETARGET_API(name) hip##name
#define RETARGET_SURFACE_MODE hipBoundaryModeZero
#include "retarget_host/textures.h"
#undef RETARGET_SURFACE_MODE
#include "retarget_host/launch_api.h"
#undef RETARGET_API

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#define hipGetSymbolSize ::retarget_host::symbol_size
#define HIP_DYNAMIC_SHARED(type, name) type* name = static_cast<type*>(::retarget_host::dynamic_shared());
#define hipLaunchKernelGGL(kernel, blocks, threads, shared, stream, ...) \
  (::retarget_host::configure(blocks, threads, shared, stream), (kernel)(__VA_ARGS__))

#endif  // __cplusplus
// The guards of the headers that this one stands for: programs ask whether it was included.
#define HIP_INCLUDE_HIP_HIP_RUNTIME_H
#define HIP_INCLUDE_HIP_HIP_VECTOR_TYPES_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_DEVICE_FUNCTIONS_H
#endif
