// retarget: --arch gfx90a,gfx942
// The second argument counts blocks for CUDA and waves per EU for HIP; a third has no counterpart.
#include <hip/hip_runtime.h>
#include "retarget_hip/launch_bounds.h"

__global__ void __launch_bounds__(256, 4 /* waves per EU */) numbers(float *a) { *a = 1; }
__launch_bounds__(1024, 4 /* waves per EU */) __global__ void large(float *a) { *a = 1; }
__global__ void __launch_bounds__(64, 8 /* waves per EU */) most(float *a) { *a = 1; }
__global__ void __launch_bounds__(64, 8 /* waves per EU */) too_many(float *a) { *a = 1; }
__global__ void __launch_bounds__(128, 1 /* waves per EU */) clustered(float *a) { *a = 1; }
template <int N>
__global__ void __launch_bounds__(N, RETARGET_WAVES_PER_EU(N, 2)) of_a_template(float *a) {
  *a = N;
}
#define BOUNDS(n, m) __launch_bounds__(n, RETARGET_WAVES_PER_EU(n, m))
__global__ void BOUNDS(128, 8) of_a_macro(float *a) { *a = 1; }
