// In code for a device, `__clang__` asks whether clang compiles CUDA: nvcc's branch is the one that is translated.
#include <cuda_runtime.h>

#if defined(__clang__) && defined(__CUDA__)
#include <clang_cuda_alone.h>
#endif

#ifdef __clang__  // the host's compiler
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED
#endif

__device__ int level(int lane) {
#if __CUDA_ARCH__ >= 700
#if defined(__clang__)
  return __nvvm_level(lane);
#else
  return __shfl_sync(0xffffffff, lane, 0);
#endif
#else
  return lane;
#endif
}

__host__ __device__ inline int side() {
#if !defined(__CUDA_ARCH__)
  return 0;
#elif defined(__clang__)
  return __nvvm_side();
#else
  return 1;
#endif
}

#if defined(__CUDA_ARCH__) && !defined(__clang__)
#define NVCC 1
#elif !defined(__CUDA_ARCH__) && defined(__clang__)
#define CLANG_FOR_HOST 1
#endif
