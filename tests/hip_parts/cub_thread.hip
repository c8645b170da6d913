// CUB's reduction of a thread's own items.
#include "../../templates/hip/cub_thread.h"
#include "check.h"

struct Twice {
  __device__ int operator()(int a, int b) const { return 2 * a + b; }  // the order shows
};

__global__ void reduces() {
  int items[3] = {1, 2, 3}, one[1] = {5};
  EXPECT(hipcub::internal::thread_reduce(items, Twice()) == 11 && hipcub::thread_reduce(one, Twice()) == 5);
  EXPECT(hipcub::thread_reduce(items, Twice(), 1) == 19);
}

int main() {
  reduces<<<1, 1>>>();
  EXPECT(hipDeviceSynchronize() == hipSuccess);
  return report("cub_thread");
}
