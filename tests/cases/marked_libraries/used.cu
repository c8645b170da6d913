// retarget: -isystem../libraries
// What a library marks for the device where nvcc reads it is the device's in HIP too.
#include <cuda.h>
#include <marks/vec.h>
#include <marks/more.h>
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
