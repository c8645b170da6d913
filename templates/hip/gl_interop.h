// Stands for CUDA's cuda_gl_interop.h: HIP's own header of the kind, which counts on its includer for the runtime and
// is there from version 6 on; before, the runtime declares the functions.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_GL_INTEROP_H
#define RETARGET_HIP_GL_INTEROP_H

#include <hip/hip_runtime_api.h>

#if __has_include(<hip/hip_gl_interop.h>)
#include <hip/hip_gl_interop.h>
#endif

#endif
