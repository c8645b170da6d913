// Vectors accessed in an order: PTX has it for each of their numbers, in any order among themselves.
#include <hip/hip_runtime.h>
#include "retarget_hip/ptx_memory.h"
__device__ float2 at(const float2 *p) {
    float a, b;
    {
        const float loaded_x = retarget_hip::ptx_load_acquire_gpu(retarget_hip::ptx_at<const float>(p));
        const float loaded_y = retarget_hip::ptx_load_acquire_gpu(retarget_hip::ptx_at<const float>(p, 4));
        a = loaded_x;
        b = loaded_y;
    }
    return make_float2(a, b);
}
__device__ void to(unsigned *p, unsigned a, unsigned b) {
    asm volatile("" ::: "memory");
    retarget_hip::ptx_store_relaxed_cta(retarget_hip::ptx_at<uint32_t>(p, 8), a);
    retarget_hip::ptx_store_relaxed_cta(retarget_hip::ptx_at<uint32_t>(p, 12), b);
    asm volatile("" ::: "memory");
    retarget_hip::ptx_store_relaxed_sys(retarget_hip::ptx_at<uint32_t>(p), a);
    retarget_hip::ptx_store_relaxed_sys(retarget_hip::ptx_at<uint32_t>(p, 4), b);
}
__device__ void guarded(unsigned *p, unsigned a, unsigned b) {
    {
        bool q = uint32_t(b) != 0u;
        if (q) retarget_hip::ptx_store_release_gpu(retarget_hip::ptx_at<uint32_t>(p), a);
        if (q) retarget_hip::ptx_store_release_gpu(retarget_hip::ptx_at<uint32_t>(p, 4), a);
    }
}
