// Names that a macro puts together, of which HIP calls some by another name: these are written out where they stand.
#include <hip/hip_runtime.h>
#include "retarget_hip/runtime.h"
#if !defined(FOR_ROCM)
#define GPU(name) hip##name
#else
#define GPU(name) hip##name
#endif
#define SHOWN(name) show(#name, hip##name)
#define WHERE(name) (0 + hip##name)
#define DEVICE GPU(MemoryTypeDevice)

using Status = GPU(Error_t);
#ifndef FOR_ROCM
using Attributes = hipPointerAttribute_t;
#else
using Attributes = GPU(PointerAttribute_t);
#endif
constexpr Status initial = hipErrorNotInitialized, none = GPU( Success );

int show(const char *name, Status status) { return name[0] + status; }

bool is_managed(const void *p) {
  Attributes found;
  if (GPU(PointerGetAttributes)(&found, p) != none) return false;
  return retarget_hip::memory_type(found) == retarget_hip::memoryTypeManaged || retarget_hip::memory_type(found) == DEVICE;
}

hipSurfaceBoundaryMode mode() { return GPU(BoundaryModeClamp); }  // want [no-counterpart] 'cudaBoundaryModeClamp' has no counterpart in HIP

int told() { return SHOWN(Success) + SHOWN(ErrorNotInitialized) + WHERE(Error_t(0)) + WHERE(ErrorNotInitialized); }
