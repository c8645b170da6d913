// Of bfloat16, neither std nor a support header knows limits.
#include <hip/hip_runtime.h>
#include "retarget_hip/bf16.h"
#include <limits>
template <typename T>
__device__ T most() {
    return cuda::std::numeric_limits<T>::max();  // want [libcudacxx] numeric_limits
}
__global__ void k(__hip_bfloat16 *out) { out[0] = most<__hip_bfloat16>(); }
