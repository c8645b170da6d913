// A name that the user declares is the user's.
#include <hip/hip_runtime.h>

struct Machine {
  int warpSize;
};

__device__ int divided(int n) {
  const int warpSize = 16;
  return n / warpSize;
}

int main() {
  Machine machine{64};
  machine.warpSize = 32;
  return machine.warpSize;
}
