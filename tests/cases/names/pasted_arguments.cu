// Calls whose names a macro puts together: their arguments are changed as those of other calls, and the program's own
// functions keep their names.
#include <cuda_runtime.h>
#define CALL(fn)                              \
  do {                                        \
    status = (cuda##fn);                      \
    if (status != cudaSuccess) return status; \
  } while (0)
#define ALL(fn) CALL(fn)

__constant__ float scale;
__global__ void kernel() {}

cudaError_t cudaWarmUp(cudaStream_t stream, int times) {
  cudaError_t status;
  while (times--) {
    kernel<<<1, 1, 0, stream>>>();
    CALL(GetLastError());
  }
  return cudaSuccess;
}

cudaError_t run(float *host) {
  cudaError_t status;
  cudaEvent_t event;
  float *device, *rows;
  size_t pitch;
  CALL(EventCreate(&event, cudaEventDisableTiming));
  ALL(HostGetDevicePointer(&device, host, 0));
  CALL(MallocPitch(&rows, &pitch, 64, 64));
  CALL(MemcpyToSymbol(scale, host, sizeof(float)));
  ALL(WarmUp(0, 3));
  CALL(StreamWaitEvent(0, event));
  return status;
}
