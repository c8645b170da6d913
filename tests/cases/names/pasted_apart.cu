// Names that a macro puts together, of which HIP calls some by another name: these are written out where they stand.
#include <cuda_runtime.h>
#if !defined(FOR_ROCM)
#define GPU(name) cuda##name
#else
#define GPU(name) hip##name
#endif
#define SHOWN(name) show(#name, cuda##name)
#define WHERE(name) (0 + cuda##name)
#define DEVICE GPU(MemoryTypeDevice)

using Status = GPU(Error_t);
#ifndef FOR_ROCM
using Attributes = GPU(PointerAttributes);
#else
using Attributes = GPU(PointerAttribute_t);
#endif
constexpr Status initial = GPU(ErrorInitializationError), none = GPU( Success );

int show(const char *name, Status status) { return name[0] + status; }

bool is_managed(const void *p) {
  Attributes found;
  if (GPU(PointerGetAttributes)(&found, p) != none) return false;
  return found.type == GPU(MemoryTypeManaged) || found.type == DEVICE;
}

cudaSurfaceBoundaryMode mode() { return GPU(BoundaryModeClamp); }  // want [no-counterpart] 'cudaBoundaryModeClamp' has no counterpart in HIP

int told() { return SHOWN(Success) + SHOWN(ErrorInitializationError) + WHERE(Error_t(0)) + WHERE(ErrorInitializationError); }
