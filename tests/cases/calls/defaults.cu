// Arguments that CUDA's prototypes default, and HIP's do not.
#include <cuda_runtime.h>

int main() {
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamWaitEvent(stream, event);
  cudaStreamWaitEvent(stream, event, 0);
  cudaArray_t array, other;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 4, 4));
  cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 4, 4), cudaArrayLayered);
  cudaMemcpy2DArrayToArray(array, 0, 0, other, 0, 0, 4, 4);
  cudaGraph_t graph;
  cudaGraphExec_t instance;
  cudaGraphInstantiateWithFlags(&instance, graph);
}
