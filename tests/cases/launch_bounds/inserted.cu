// The exact bound of a kernel, where every launch of it is proved; where none or not every one is, nothing.
#include <cuda_runtime.h>

template <typename T>
__global__ void proved(T *a) {
  a[threadIdx.x] = 1;
}
static __global__
void over_lines(float *a) { a[threadIdx.x] = 1; }
__global__ void unknown(float *a) { a[threadIdx.x] = 1; }
__global__ void __launch_bounds__(512) stated(float *a) { a[threadIdx.x] = 1; }
__global__ void unused(float *a) { a[threadIdx.x] = 1; }
#define DEFINE(name) \
  __global__ void name(float *a) { a[threadIdx.x] = 1; }
DEFINE(of_a_macro)

void run(float *a, int n) {
  const dim3 block(16, 16);
  proved<<<n, block>>>(a);
  proved<<<n, 64>>>((int *)a);
  over_lines<<<n, 192>>>(a);
  unknown<<<n, n>>>(a);
  unknown<<<n, 64>>>(a);
  stated<<<n, 64>>>(a);
  of_a_macro<<<n, 64>>>(a);
}
