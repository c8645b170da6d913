// NVTX becomes a support header of its own, so that no profiler's library is needed to build.
#include <nvToolsExt.h>
#include <nvtx3/nvToolsExt.h>

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  nvtxNameCudaStreamA(stream, "main");
  nvtxNameOsThread(0, "host");
  nvtxRangePushA("load");
  nvtxMarkA("half");
  nvtxRangePop();
  const nvtxRangeId_t range = nvtxRangeStartA("solve");
  nvtxRangeEnd(range);
}
