// NVTX becomes a support header of its own, so that no profiler's library is needed to build.
#include <hip/hip_runtime.h>
#include "retarget_hip/nvtx.h"

int main() {
  nvtxRangePushA("load");
  nvtxMarkA("half");
  nvtxRangePop();
  const nvtxRangeId_t range = nvtxRangeStartA("solve");
  nvtxRangeEnd(range);
}
