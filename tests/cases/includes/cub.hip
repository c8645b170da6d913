// hipCUB's headers for blocks, warps and threads do not stand alone, those for the device bring less than CUB's: hipCUB
// as a whole, once. Others do.
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
#include <hipcub/iterator/counting_input_iterator.hpp>

__global__ void total(const int *in, int *out) {
  typedef hipcub::BlockReduce<int, 64> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int sum = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) out[0] = sum;
}
