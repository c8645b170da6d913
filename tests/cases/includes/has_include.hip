// Whether a header of CUDA's is there is asked of the header that stands for it.
#include <hip/hip_runtime.h>

#if __has_include(<hipcub/hipcub.hpp>)
#include <hipcub/hipcub.hpp>
#else
#include "../../external/cub/cub/cub.cuh"
#endif
#if defined(__has_include) && __has_include( "hip/hip_fp16.h" ) && !__has_include(<cutlass/cutlass.h>)
#include <hip/hip_fp16.h>
#endif
#ifdef __has_include
#if __has_include(<hip/hip_runtime.h>) || __has_include(<optional>) || __has_include("conditions.cu")
#endif
#endif
#define ASKED(header) __has_include(header)

__global__ void k(__half *p) { *p = __float2half(1.f); }
