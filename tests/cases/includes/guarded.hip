// An include guard, or #pragma once, stays at the head.
#include <hip/hip_runtime.h>
#ifndef GUARDED_CU
#define GUARDED_CU

__device__ inline float twice(float a) { return 2 * a; }

#endif  // GUARDED_CU
