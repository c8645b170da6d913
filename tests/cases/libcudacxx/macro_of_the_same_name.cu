// A macro with parameters does not stand in the way of the namespace of its name.
#include <cuda/atomic>
#define cuda(fn) (void)(cuda##fn)

template <cuda::thread_scope scope> __global__ void count(int *p) {
  cuda::atomic_ref<int, scope> at(*p);
  at.fetch_add(1, cuda::memory_order_relaxed);
}

void run(int *p) {
  count<cuda::thread_scope_block><<<1, 64>>>(p);
  cuda(DeviceSynchronize());
}
