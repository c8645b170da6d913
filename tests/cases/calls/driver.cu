// The driver's copies take a direction in HIP; other arguments come and go too.
#include <cuda.h>
#include <cuda_runtime.h>

static size_t shared(int block) { return 4 * block; }

void driver(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream stream, CUfunction kernel) {
  cuMemcpy(to, from, n);
  cuMemcpyAsync(to, from + 4, n, stream);
  int grid, block;
  cuOccupancyMaxPotentialBlockSize(&grid, &block, kernel, NULL, 0, 0);
  cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, kernel, 0, 0, 0, 0);
  cuOccupancyMaxPotentialBlockSize(&grid, &block, kernel, shared, 0, 0);
  CUoccupancyB2DSize given = block > 64 ? shared : nullptr;
  cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, kernel, given, 16, 256, 0);
}

void graphs(cudaGraph_t graph) {
  cudaGraphExec_t instance;
  cudaGraphInstantiate(&instance, graph);
  cudaGraphInstantiate(&instance, graph, 0);
  cudaGraphInstantiate(&instance, graph, NULL, NULL, 0);
}
