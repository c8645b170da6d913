// What only the device includes is left out where the device leaves it out: the host says nothing of it.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"
#include "retarget_hip/cached_access.h"
#include "retarget_hip/ptx_memory.h"
#if RETARGET_CUDA_ARCH >= 500
#include "device_only.inc"
#endif

__global__ void k(unsigned *p) {
#if RETARGET_CUDA_ARCH >= 500
    p[0] = found(p);
#endif
}
