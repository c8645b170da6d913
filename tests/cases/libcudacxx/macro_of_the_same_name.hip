// A macro with parameters does not stand in the way of the namespace of its name.
#include <hip/hip_runtime.h>
#include "retarget_hip/scoped_atomics.h"
#define cuda(fn) (void)(hip##fn)

template <retarget_hip::thread_scope scope> __global__ __launch_bounds__(64) void count(int *p) {
  retarget_hip::scoped_atomic_ref<int, scope> at(*p);
  at.fetch_add(1, std::memory_order_relaxed);
}

void run(int *p) {
  count<retarget_hip::thread_scope_block><<<1, 64>>>(p);
  cuda(DeviceSynchronize());
}
