// A copy of the samples' header that the translation does not write.
#pragma once
#include <cuda_runtime.h>
#ifdef __DRIVER_TYPES_H__
#define checkCudaErrors(call) (call)
#endif
