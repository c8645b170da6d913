// Whether a header of CUDA's is there is asked of the header that stands for it.
#include <cuda_runtime.h>

#if __has_include(<cub/version.cuh>)
#include <cub/version.cuh>
#else
#include "../../external/cub/cub/cub.cuh"
#endif
#if defined(__has_include) && __has_include( "cuda_fp16.h" ) && !__has_include(<cutlass/cutlass.h>)
#include <cuda_fp16.h>
#endif
#ifdef __has_include
#if __has_include(<device_launch_parameters.h>) || __has_include(<optional>) || __has_include("conditions.cu")
#include <device_launch_parameters.h>
#endif
#endif
#define ASKED(header) __has_include(header)

__global__ void k(__half *p) { *p = __float2half(1.f); }
