// Calls whose names a macro puts together: their arguments are changed as those of other calls, and the program's own
// functions keep their names.
#include <hip/hip_runtime.h>
#include "retarget_hip/runtime.h"
#define CALL(fn)                              \
  do {                                        \
    status = (hip##fn);                      \
    if (status != hipSuccess) return status; \
  } while (0)
#define ALL(fn) CALL(fn)

__constant__ float scale;
__global__ __launch_bounds__(1) void kernel() {}

hipError_t cudaWarmUp(hipStream_t stream, int times) {
  hipError_t status;
  while (times--) {
    kernel<<<1, 1, 0, stream>>>();
    CALL(GetLastError());
  }
  return hipSuccess;
}

hipError_t run(float *host) {
  hipError_t status;
  hipEvent_t event;
  float *device, *rows;
  size_t pitch;
  CALL(EventCreate(&event, hipEventDisableTiming));
  ALL(HostGetDevicePointer((void**)(&device), host, 0));
  CALL(MallocPitch((void**)(&rows), &pitch, 64, 64));
  CALL(MemcpyToSymbol(HIP_SYMBOL(scale), host, sizeof(float)));
#define hip_WarmUp cudaWarmUp
  ALL(_WarmUp(0, 3));
  CALL(StreamWaitEvent(0, event, 0));
  return status;
}
