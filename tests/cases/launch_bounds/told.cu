// A kernel without a bound, and what stands against one, is a note: at its name, with the place that shows it.
#include <cuda_runtime.h>
#define KERNEL(name) __global__ void name(float *a) { *a = 1; }

__global__ void varied(float *a) { *a = 1; } // want [launch-bounds] 'varied' stays without a launch bound: the block of this
__global__ void called(float *a) { *a = 1; } // want [launch-bounds] no launch of it is seen
__global__ void named(float *a) { *a = 1; } // want [launch-bounds] its name is used here, so that a launch may
KERNEL(spelled) // want [launch-bounds] a macro spells the kernel
__global__ void __launch_bounds__(64) stated(float *a, int n) { *a = n; }

void run(float *a, int n) {
  varied<<<1, n>>>(a);
  named<<<1, 64>>>(a);
  spelled<<<1, 64>>>(a);
  stated<<<1, n>>>(a, n);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, named);
}
