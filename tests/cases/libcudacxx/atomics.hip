// Atomic objects and their scopes.
#include <hip/hip_runtime.h>
#include "retarget_hip/scoped_atomics.h"

using Counter = retarget_hip::scoped_atomic<unsigned, retarget_hip::thread_scope_device>;

__device__ unsigned next(Counter &counter, std::memory_order order) {
    return counter.fetch_add(1, order) + counter.load(std::memory_order_relaxed);
}

template <typename T>
__device__ bool raised(T *place, T to) {
    ::retarget_hip::scoped_atomic_ref<T, retarget_hip::thread_scope_block> held(*place);
    return held.fetch_max(to, std::memory_order_acq_rel) < to;
}

__global__ void k(Counter *counter, int *p, retarget_hip::scoped_atomic<int> *flag) {
    if (raised(p, (int)next(*counter, std::memory_order_release))) flag->store(1);
    cuda::atomic_thread_fence(std::memory_order_seq_cst, retarget_hip::thread_scope_device);  // want [libcudacxx] libhipcxx
}
