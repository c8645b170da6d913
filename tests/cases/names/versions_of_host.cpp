// A host unit with CUDA's headers has its versions.
#include <cuda_runtime.h>

#if CUDART_VERSION < 5000
#error "too old"
#endif

int version() { return CUDART_VERSION; }
