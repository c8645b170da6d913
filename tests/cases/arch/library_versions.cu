// Macros of libraries' headers: those that come with the toolkit are answered as CUDA 11.8's, in the parse as in the output.
#include <cub/cub.cuh>
#include <thrust/version.h>

#if CUB_VERSION >= 200000
struct Newer { cub::DeviceFor each; };
#else
struct Older { cub::Sum add; };
#endif
#if defined(THRUST_VERSION) && THRUST_VERSION / 100000 < 2 && CUB_MAJOR_VERSION == 1 && THRUST_MINOR_VERSION >= 15
__global__ void older(int *p) { atomicAdd_block(p, __shfl_sync(~0u, *p, 0)); }
#endif
#if CCCL_VERSION >= 2008000 || defined CCCL_MAJOR_VERSION  // of CUDA 12
struct Newest { cub::DeviceTransform each; };
#endif
#define HAS_TRANSFORM (CUB_VERSION >= 200800 && \
                       CCCL_VERSION)
#if HAS_TRANSFORM
struct Latest { cub::DeviceTransform each; };
#endif
int shown() { return THRUST_VERSION; }

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
