// A unit of the host's compiler has its own function of a name that CUDA's headers declare for the device alone.
#include <cuda_runtime_api.h>

static int __ffs(int x) { return __builtin_ffs(x); }
static double rsqrt(double x) { return 1 / x; }

int main() {
  void *p = nullptr;
  if (cudaMalloc(&p, __ffs(8)) != cudaSuccess || rsqrt(4.0) > 1)
    return 1;
  return cudaFree(p);
}
