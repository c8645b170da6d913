// Enumerators behind the name of their type, as C++11 allows.
#include <hip/hip_runtime.h>
#include "retarget_hip/runtime.h"

struct Own {
  enum Kind { cudaMemoryTypeHost = 7 };
};

bool is_on_device(const void *p) {
  hipPointerAttribute_t attributes;
  if (hipPointerGetAttributes(&attributes, p) != hipError_t::hipSuccess) return false;
  if (retarget_hip::memory_type(attributes) == retarget_hip::memoryTypeManaged) return true;
  return retarget_hip::memory_type(attributes) == hipMemoryType::hipMemoryTypeDevice;
}

int own() { return Own::cudaMemoryTypeHost; }
