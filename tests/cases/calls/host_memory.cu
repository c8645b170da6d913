// Arguments whose default HIP's header knows in C++ alone are written, so that a header may be read as C too.
#include <cuda.h>
#include <cuda_runtime.h>

static inline cudaError_t pinned(void **host, size_t bytes) { return cudaMallocHost(host, bytes); }
static inline cudaError_t mapped(float **host) { return cudaMallocHost((void **)host, 64, cudaHostAllocMapped); }

CUresult wait(CUstream stream, CUdeviceptr flag) {
  return cuStreamWaitValue32(stream, flag, 1, CU_STREAM_WAIT_VALUE_GEQ);
}
