// Loads, stores, atomic operations, fences: cache operators, order and scope are kept, and so are clobbers of memory.
#include <hip/hip_runtime.h>
#include "retarget_hip/cached_access.h"
#include "retarget_hip/clocks.h"
#include "retarget_hip/ptx_memory.h"
__device__ int flag(const int *p) {
    int v;
    v = retarget_hip::ptx_load_acquire_gpu(retarget_hip::ptx_at<const int32_t>(p));
    return v;
}

__device__ float4 four(const float4 *p) {
    float4 v;
    {
        const float4 loaded = __ldg(retarget_hip::ptx_at<const float4>(p, 16));
        v.x = loaded.x;
        v.y = loaded.y;
        v.z = loaded.z;
        v.w = loaded.w;
    }
    {
        const float2 loaded = __ldcs(retarget_hip::ptx_at<const float2>(p));
        v.x = loaded.x;
        v.y = loaded.y;
    }
    return v;
}

__device__ unsigned update(unsigned *p, float *q, float x) {
    unsigned old;
    asm volatile("" ::: "memory");
    old = atomicAdd(retarget_hip::ptx_at<uint32_t>(p), 1u);
    asm volatile("" ::: "memory");
    asm volatile("" ::: "memory");
    retarget_hip::ptx_atom_max_release_sys(retarget_hip::ptx_at<uint32_t>(p), old);
    asm volatile("" ::: "memory");
    __stcs(retarget_hip::ptx_at<float>(q), x);
    __builtin_prefetch(retarget_hip::ptx_at<const uint8_t>(q));
    __threadfence();
    __syncthreads();
    asm volatile("" ::: "memory");
    asm volatile("" : "+v"(old));
    return old;
}

__device__ unsigned long long now() {
    unsigned long long t;
    asm volatile("" ::: "memory");
    t = retarget_hip::globaltimer();
    asm volatile("" ::: "memory");
    return t;
}
