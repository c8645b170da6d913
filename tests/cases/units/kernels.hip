// A name that ends in .cpp does not say how the build compiles the unit: with a kernel in it, as CUDA.
#include <hip/hip_runtime.h>

__global__ __launch_bounds__(64) void fill(float *p) {
#ifdef __HIPCC__
  p[threadIdx.x] = 1;
#endif
}

int main() {
  float *p;
  hipMalloc(&p, 4 * 64);
  fill<<<1, 64>>>(p);
  return hipDeviceSynchronize();
}
