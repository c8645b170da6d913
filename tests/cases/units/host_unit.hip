// The host's compiler compiles this: nothing under __CUDACC__ is live, nor what only newer CUDA has.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"

#ifdef __HIPCC__
static int grid(dim3 *blocks) { return cudaMemcpyArrayToArray(0, 0, 0, 0, 0, 0, 0); }
#else
static int grid(dim3 *blocks) { return cudaMemcpyArrayToArray(0, 0, 0, 0, 0, 0, 0); } // want [no-counterpart] cudaMemcpyArrayToArray
#endif

#if RETARGET_CUDART_VERSION >= 12000
void *newer() { return (void *)cudaMemcpyArrayToArray; }
#else
void *older() { return (void *)cudaMemcpyArrayToArray; } // want [no-counterpart] cudaMemcpyArrayToArray
#endif

#ifdef __HIPCC__
void *by_nvcc() { return (void *)cudaMemcpyArrayToArray; }
#endif

struct Placed {
  int threadIdx, blockDim; // no names of CUDA's here
  int at() const { return threadIdx * blockDim; }
};
