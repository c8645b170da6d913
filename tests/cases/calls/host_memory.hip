// Arguments whose default HIP's header knows in C++ alone are written, so that a header may be read as C too.
#include <hip/hip_runtime.h>

static inline hipError_t pinned(void **host, size_t bytes) { return hipHostMalloc(host, bytes, hipHostMallocDefault); }
static inline hipError_t mapped(float **host) { return hipHostMalloc((void **)host, 64, hipHostMallocMapped); }

hipError_t wait(hipStream_t stream, hipDeviceptr_t flag) {
  return hipStreamWaitValue32(stream, flag, 1, hipStreamWaitValueGte, 0xffffffff);
}
