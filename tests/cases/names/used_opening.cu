// Of a namespace that is opened and used, the directive is told of.
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;  // want [no-counterpart] 'nvcuda' has no counterpart

__global__ void k(float *p) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  p[threadIdx.x] = sums.x[0];
}
