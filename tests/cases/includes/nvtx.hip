// NVTX becomes a support header of its own, so that no profiler's library is needed to build.
#include <hip/hip_runtime.h>
#include "retarget_hip/nvtx.h"

int main() {
  hipStream_t stream;
  hipStreamCreate(&stream);
  nvtxNameCudaStreamA(stream, "main");
  nvtxNameOsThread(0, "host");
  nvtxRangePushA("load");
  nvtxMarkA("half");
  nvtxRangePop();
  const nvtxRangeId_t range = nvtxRangeStartA("solve");
  nvtxRangeEnd(range);
}
