// Of a namespace that is opened and used, the directive is told of.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

using namespace nvcuda;  // want [no-counterpart] 'nvcuda' has no counterpart

__global__ void k(float *p) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  p[threadIdx.x] = sums.x[0];
}
