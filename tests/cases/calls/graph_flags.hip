// The forms of CUDA 11 and 12: five arguments, three, two.
#include <hip/hip_runtime.h>
#include "retarget_hip/runtime.h"
void make(hipGraphExec_t *made, hipGraph_t graph, unsigned long long flags, hipStream_t stream, hipEvent_t event) {
  hipGraphInstantiate(made, graph, NULL, NULL, 0);
  hipGraphInstantiate(made, graph, flags);
  hipGraphInstantiate(made, graph, hipGraphInstantiateFlagAutoFreeOnLaunch);
  hipGraphInstantiate(made, graph, 0, 0, 0);
  hipStreamWaitEvent(stream, event, hipEventWaitDefault);
}
