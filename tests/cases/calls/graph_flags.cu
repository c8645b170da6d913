// The forms of CUDA 11 and 12: five arguments, three, two.
void make(cudaGraphExec_t *made, cudaGraph_t graph, unsigned long long flags, cudaStream_t stream, cudaEvent_t event) {
  cudaGraphInstantiate(made, graph, NULL, NULL, 0);
  cudaGraphInstantiate(made, graph, flags);
  cudaGraphInstantiate(made, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  cudaGraphInstantiate(made, graph);
  cudaStreamWaitEvent(stream, event, cudaEventWaitDefault);
}
