// HIP has some of CUDA's structs and enums as typedefs alone: a keyword in front of one would declare another type.
#include <cuda_runtime.h>

struct cudaExternalMemoryHandleDesc described(enum cudaExternalMemoryHandleType type, int file) {
  struct cudaExternalMemoryHandleDesc description = {};
  description.type = type;
  description.handle.fd = file;
  return description;
}

cudaError_t signal(cudaExternalSemaphore_t semaphore, cudaStream_t stream) {
  const struct   cudaExternalSemaphoreSignalParams parameters = {};
  return cudaSignalExternalSemaphoresAsync(&semaphore, &parameters, 1, stream);
}
