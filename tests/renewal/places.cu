// Functions whose parameters changed keep their text: a support header has them as they were.
#include <cuda.h>

int main() {
  float* data;
  cudaMallocManaged(&data, 4096);
  cudaMemAdvise(data, 4096, cudaMemAdviseSetPreferredLocation, 0);
  cudaMemPrefetchAsync(data, 4096, cudaCpuDeviceId, 0);
  cudaMemPrefetchAsync(data, 4096, 0);
  CUcontext context;
  cuCtxCreate(&context, CU_CTX_SCHED_AUTO, 0);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t nodes[2];
  for (cudaGraphNode_t& node : nodes) cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
  cudaGraphAddDependencies(graph, nodes, nodes + 1, 1);
  size_t count = 0;
  return cudaGraphGetEdges(graph, nullptr, nullptr, &count);
}
