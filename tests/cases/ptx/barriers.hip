// Barriers of the whole block, asynchronous copies that are done at once, hints that become nothing.
#include <hip/hip_runtime.h>
#include "retarget_hip/ptx_memory.h"
__global__ __launch_bounds__(128) void whole(int *p) {
    __syncthreads();
    __syncthreads();
    __syncthreads();
    __syncthreads();
    __syncthreads();
    asm volatile("bar.sync 1, 64;" ::: "memory"); // want [ptx] some of the block's threads
    asm volatile("bar.arrive 1, 128;" ::: "memory"); // want [ptx] arrive at a barrier without waiting
    unsigned n;
    {
        bool p_ = int32_t(p[1]) != 0;
        n = __syncthreads_count(p_);
    }
    p[2] = n;
}

__device__ void some(int threads) {
    asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory"); // want [ptx] some of the block's threads
}

template <int bytes>
__device__ void copy(unsigned to, const void *from, int count, bool wanted) {
    retarget_hip::ptx_copy(to, from, 16u);
    retarget_hip::ptx_copy(uint32_t(to) + 8, from, bytes, count);
    {
        bool p = ((int)wanted) != 0u;
        if (p) retarget_hip::ptx_copy(to, from, bytes);
        if (!p) *retarget_hip::ptx_shared<uint4>(to) = make_uint4(0, 0, 0, 0);
    }
    (void)0;
    asm volatile("" ::: "memory");
    asm volatile("" ::: "memory");
    asm volatile("" ::: "memory");
    __threadfence_block();
    asm volatile("cp.async.bulk.commit_group;"); // want [ptx] plain loads and stores
}

__global__ void all(int n) {
    some(n);
    copy<8>(0, 0, n, true);
}

void launch(int *p) { whole<<<4, 128>>>(p); }
