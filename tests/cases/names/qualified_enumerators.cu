// Enumerators behind the name of their type, as C++11 allows.
#include <cuda_runtime.h>

struct Own {
  enum Kind { cudaMemoryTypeHost = 7 };
};

bool is_on_device(const void *p) {
  cudaPointerAttributes attributes;
  if (cudaPointerGetAttributes(&attributes, p) != cudaError_t::cudaSuccess) return false;
  if (attributes.type == cudaMemoryType::cudaMemoryTypeManaged) return true;
  return attributes.type == cudaMemoryType::cudaMemoryTypeDevice;
}

int own() { return Own::cudaMemoryTypeHost; }
