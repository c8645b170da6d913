// CUDA on the processor: types, the API and its templates are declared by NVIDIA's own header; the language, kernels
// and device functions are given here.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_CUDA_RUNTIME_H
#define RETARGET_HOST_CUDA_RUNTIME_H

#define RETARGET_HOST 1
#define RETARGET_HOST_CUDA 1

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmath>
#include <cstddef>
#include <memory>  // before the qualifiers: the standard library has attributes of the same names
#include <new>

// NVIDIA's declarations of device functions count as read: those here take their place.
#define __COMMON_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_HPP__
#define __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __MATH_FUNCTIONS_H__
#define __MATH_FUNCTIONS_HPP__
#define __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_20_INTRINSICS_H__
#define __SM_30_INTRINSICS_H__
#define __SM_32_ATOMIC_FUNCTIONS_H__
#define __SM_32_INTRINSICS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_35_INTRINSICS_H__
#define __SM_60_ATOMIC_FUNCTIONS_H__
#define __SM_61_INTRINSICS_H__
#define __TEXTURE_FETCH_FUNCTIONS_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_FUNCTIONS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#define __NV_NO_HOST_COMPILER_CHECK 1  // this compiler is not nvcc's host compiler

#define __NVCC__ 1
#define __CUDACC__ 1
#define __device_builtin__
#define __cudart_builtin__
#define cudaLaunchKernelEx retarget_untyped_launch  // by an address alone: launch_api.h has one that knows the kernel
#include_next <cuda_runtime.h>
#undef cudaLaunchKernelEx
#define RETARGET_HOST_TYPES

#define __CUDACC_VER_MAJOR__ (CUDART_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDART_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0

#include "retarget_host/qualifiers.h"
#include "retarget_host/execution.h"
#include "retarget_host/synchronization.h"
#include "retarget_host/wave_cuda.h"
#include "retarget_host/atomics.h"
#include "retarget_host/device_functions.h"

#include "retarget_host/texture_references.h"
#define RETARGET_API(name) cuda##name
#define RETARGET_SURFACE_MODE cudaBoundaryModeTrap
#include "retarget_host/textures.h"
#undef RETARGET_SURFACE_MODE
#include "retarget_host/launch_api.h"
#undef RETARGET_API

#define cudaGetSymbolSize ::retarget_host::symbol_size

#endif
