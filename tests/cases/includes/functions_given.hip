// retarget: -D__ldcg(x)=(*(x)) -D__ldcs=other
// Macros in the place of functions that old GPUs lack, which our headers define.
#pragma push_macro("__ldcg")
#undef __ldcg
#pragma push_macro("__ldcs")
#undef __ldcs
#include <hip/hip_runtime.h>
#include "retarget_hip/cached_access.h"
#pragma pop_macro("__ldcg")
#pragma pop_macro("__ldcs")
__global__ void copy(const int* from, int* to)
{
    to[threadIdx.x] = __ldcg(&from[threadIdx.x]) + __ldcv(&from[threadIdx.x]);
}
