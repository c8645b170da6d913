// Atomic objects and their scopes.
#include <cuda/atomic>
#include <cuda/std/atomic>

using Counter = cuda::atomic<unsigned, cuda::thread_scope_device>;

__device__ unsigned next(Counter &counter, cuda::std::memory_order order) {
    return counter.fetch_add(1, order) + counter.load(cuda::memory_order_relaxed);
}

template <typename T>
__device__ bool raised(T *place, T to) {
    ::cuda::atomic_ref<T, cuda::thread_scope_block> held(*place);
    return held.fetch_max(to, cuda::std::memory_order_acq_rel) < to;
}

__global__ void k(Counter *counter, int *p, cuda::std::atomic<int> *flag) {
    if (raised(p, (int)next(*counter, cuda::memory_order_release))) flag->store(1);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);  // want [libcudacxx] libhipcxx
}
