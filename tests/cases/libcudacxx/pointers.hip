// Atomic pointers move by elements.
#include <hip/hip_runtime.h>
#include "retarget_hip/scoped_atomics.h"

struct Node {
  int value[3];
};

__global__ void take(retarget_hip::scoped_atomic<Node *, retarget_hip::thread_scope_device> &next, Node **mine) {
  mine[0] = next.fetch_add(1, std::memory_order_relaxed);
  mine[1] = next.fetch_sub(2);
  mine[2] = next++;
  mine[3] = next += 3;
}
