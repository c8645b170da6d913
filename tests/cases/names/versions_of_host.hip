// A host unit with CUDA's headers has its versions.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"

#if RETARGET_CUDART_VERSION < 5000
#error "too old"
#endif

int version() { return RETARGET_CUDART_VERSION; }
