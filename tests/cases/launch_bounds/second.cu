// retarget: --arch gfx90a,gfx942
// The second argument counts blocks for CUDA and waves per EU for HIP; a third has no counterpart.
#include <cuda_runtime.h>

__global__ void __launch_bounds__(256, 4) numbers(float *a) { *a = 1; }
__launch_bounds__(1024, 1) __global__ void large(float *a) { *a = 1; }
__global__ void __launch_bounds__(64, 32u) most(float *a) { *a = 1; }
__global__ void __launch_bounds__(64, 1000) too_many(float *a) { *a = 1; }
__global__ void __launch_bounds__(128, 2, 4) clustered(float *a) { *a = 1; }
template <int N>
__global__ void __launch_bounds__(N, 2) of_a_template(float *a) {
  *a = N;
}
#define BOUNDS(n, m) __launch_bounds__(n, m)
__global__ void BOUNDS(128, 8) of_a_macro(float *a) { *a = 1; }
