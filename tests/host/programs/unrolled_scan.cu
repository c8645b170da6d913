// Steps whose conditions follow from one another tempt a compiler to copy a shuffle into both sides of a branch.
// want: 120 lanes scanned
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace groups = cooperative_groups;

__global__ void scan(unsigned* p) {
  const auto tile = groups::tiled_partition<32>(groups::this_thread_block());
  const unsigned lane = tile.thread_rank();
  unsigned parts[16], sum = 16;
  for (unsigned j = 0; j < 16; ++j) parts[j] = j + 1;
#pragma unroll
  for (unsigned i = 1; i < 32; i *= 2) {
    const unsigned below = tile.shfl_up(sum, i);
    if (lane >= i) {
#pragma unroll
      for (unsigned j = 0; j < 16; ++j) parts[j] += below;
      sum += below;
    }
  }
  for (unsigned j = 0; j < 16; ++j) p[threadIdx.x * 16 + j] = parts[j];
}

int main() {
  unsigned *p, right = 0;
  cudaMallocManaged(&p, 120 * 16 * sizeof *p);
  scan<<<1, 120>>>(p);
  cudaDeviceSynchronize();
  for (unsigned i = 0; i < 120 * 16; ++i) right += p[i] == i % 512 + 1;
  printf("%u lanes scanned\n", right / 16);
}
