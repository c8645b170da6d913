// retarget: -isystem../libraries
// What a library marks for the device where nvcc reads it is the device's in HIP too.
#include <hip/hip_runtime.h>
#ifdef __HIPCC__
#define __CUDACC__
#define CUDA_VERSION 11080
#endif
#include <marks/vec.h>
#include <marks/more.h>
#ifdef __HIPCC__
#undef CUDA_VERSION
#undef __CUDACC__
#endif
#include <knows/hip.h>
#ifdef EXTRA
#include <marks/extra.h>
#endif
#include <calls/cuda.h>

__global__ void k(marks::vec *a, float *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  marks::vec v = marks::add(a[i], a[i]);
  v[0] = knows::twice(v[1]);
  o[i] = marks::dot(v, a[i]);
}

float host(float a) { return calls::half(a); }
