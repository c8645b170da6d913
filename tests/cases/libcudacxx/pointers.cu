// Atomic pointers move by elements.
#include <cuda/atomic>

struct Node {
  int value[3];
};

__global__ void take(cuda::atomic<Node *, cuda::thread_scope_device> &next, Node **mine) {
  mine[0] = next.fetch_add(1, cuda::std::memory_order_relaxed);
  mine[1] = next.fetch_sub(2);
  mine[2] = next++;
  mine[3] = next += 3;
}
