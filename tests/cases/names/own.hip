// A name that the user declares is the user's, whatever it looks like.
#include <hip/hip_runtime.h>

struct Pool {
  int cudaMalloc;
  int cudaFree(int x) { return x + cudaMalloc; }
};

static int cudaDeviceReset(int cudaMemcpy) { return cudaMemcpy; }

int main() {
  Pool pool{3};
  int cudaMallocs = pool.cudaMalloc + pool.cudaFree(1) + cudaDeviceReset(2);
  hipDeviceSynchronize();
  return cudaMallocs;
}
