// retarget: -I../outside
#include <hip/hip_runtime.h>
#include "retarget_hip/helper_cuda.h"
#include "tools.h"

int main() {
  float* data;
  checkCudaErrors(hipMalloc(&data, twice(64)));
  return 0;
}
