// CUB's warp classes take 32 lanes where the width is left out, hipCUB's take the wave.
#include <cub/cub.cuh>

__global__ void sums(const int *in, int *out) {
  using Reduce = cub::WarpReduce<int>;
  using Scan = cub::WarpScan<int, 16>;
  using Load = cub::WarpLoad<int, 4>;
  using Exchange = cub::WarpExchange<int, 4>;
  __shared__ typename Reduce::TempStorage storage;
  out[threadIdx.x] = Reduce(storage).Sum(in[threadIdx.x]);
}
