// The name without underscores is the same type: std answers 0 for it.
#include <hip/hip_runtime.h>
#include "retarget_hip/bf16.h"
#include <limits>
__global__ void k(__hip_bfloat16 *out) {
    out[0] = cuda::std::numeric_limits<__hip_bfloat16>::max();  // want [libcudacxx] numeric_limits
}
