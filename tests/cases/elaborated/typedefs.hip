// HIP has some of CUDA's structs and enums as typedefs alone: a keyword in front of one would declare another type.
#include <hip/hip_runtime.h>

hipExternalMemoryHandleDesc described(hipExternalMemoryHandleType type, int file) {
  hipExternalMemoryHandleDesc description = {};
  description.type = type;
  description.handle.fd = file;
  return description;
}

hipError_t signal(hipExternalSemaphore_t semaphore, hipStream_t stream) {
  const hipExternalSemaphoreSignalParams parameters = {};
  return hipSignalExternalSemaphoresAsync(&semaphore, &parameters, 1, stream);
}
