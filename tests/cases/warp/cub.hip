// CUB's warp classes take 32 lanes where the width is left out, hipCUB's take the wave.
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>

__global__ void sums(const int *in, int *out) {
  using Reduce = hipcub::WarpReduce<int, 32>;
  using Scan = hipcub::WarpScan<int, 16>;
  using Load = hipcub::WarpLoad<int, 4, hipcub::WARP_LOAD_DIRECT, 32>;
  using Exchange = hipcub::WarpExchange<int, 4, 32>;
  __shared__ typename Reduce::TempStorage storage;
  out[threadIdx.x] = Reduce(storage).Sum(in[threadIdx.x]);
}
