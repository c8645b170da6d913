// retarget: -I../outside
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include "tools.h"

int main() {
  float* data;
  checkCudaErrors(cudaMalloc(&data, twice(64)));
  return 0;
}
