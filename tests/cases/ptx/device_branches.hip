// Of the branches within a statement the device compiles one, where the host, without __CUDA_ARCH__, takes another.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"
#include "retarget_hip/ptx_memory.h"
__device__ __forceinline__ unsigned add(unsigned *p, unsigned value) {
    unsigned old;
    asm volatile("" ::: "memory");
    old = atomicAdd(retarget_hip::ptx_at<uint32_t>(p), value);
    asm volatile("" ::: "memory");
    return old;
}

template <typename T>
__global__ __launch_bounds__(32) void k(T *p) { p[1] = add(p, 1); }

void run(unsigned *p) { k<<<1, 32>>>(p); }
