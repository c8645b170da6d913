// retarget: -DTILE=8
// A block size that another build may set otherwise proves no bound; a fixed one does.
#include <hip/hip_runtime.h>
#ifndef BLOCK
#define BLOCK 16
#endif
#define SQUARE (BLOCK * BLOCK)
#define FIXED 128

__global__ void configured(float *a) { a[threadIdx.x] = 0; }
__global__ void derived(float *a) { a[threadIdx.x] = 0; }
__global__ void given(float *a) { a[threadIdx.x] = 0; }
__global__ void through(float *a) { a[threadIdx.x] = 0; }
__global__ __launch_bounds__(128) void fixed(float *a) { a[threadIdx.x] = 0; }

void run(float *a) {
  const int threads = BLOCK;
  const dim3 block(threads, 2);
  configured<<<1, dim3(BLOCK, BLOCK)>>>(a);
  derived<<<1, SQUARE>>>(a);
  given<<<1, TILE>>>(a);
  through<<<1, block>>>(a);
  fixed<<<1, FIXED>>>(a);
}
