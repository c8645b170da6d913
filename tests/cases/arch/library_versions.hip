// Macros of libraries' headers: those that come with the toolkit are answered as CUDA 11.8's, in the parse as in the output.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"
#include "retarget_hip/atomics.h"
#include "retarget_hip/warp_shuffles.h"
#include <hipcub/hipcub.hpp>
#include <thrust/version.h>

#if RETARGET_CUB_VERSION >= 200000
struct Newer { hipcub::DeviceFor each; };
#else
struct Older { hipcub::Sum add; };
#endif
#if defined(RETARGET_THRUST_VERSION) && RETARGET_THRUST_VERSION / 100000 < 2 && RETARGET_CUB_MAJOR_VERSION == 1 && RETARGET_THRUST_MINOR_VERSION >= 15
__global__ __launch_bounds__(32) void older(int *p) { atomicAdd_block(p, warp32::shfl_sync(~0u, *p, 0)); }
#endif
#if CCCL_VERSION >= 2008000 || defined CCCL_MAJOR_VERSION  // of CUDA 12
struct Newest { hipcub::DeviceTransform each; };
#endif
#define HAS_TRANSFORM (RETARGET_CUB_VERSION >= 200800 && \
                       CCCL_VERSION)
#if HAS_TRANSFORM
struct Latest { hipcub::DeviceTransform each; };
#endif
int shown() { return RETARGET_THRUST_VERSION; }

// Of libraries that no file includes where it is compiled, macros are defined on neither side.
#ifdef USE_CUDNN
#include <cudnn.h>
#endif
#ifdef CUDNN_MAJOR
int dnn = CUDNN_MAJOR;
#endif
#if defined(NVML_API_VERSION) || NPP_VERSION > 0
int management = NVML_API_VERSION;
#endif

int main() { older<<<1, 32>>>(nullptr); }
