// The name without underscores is the same type: std answers 0 for it.
#include <cuda/std/limits>
#include <cuda_bf16.h>
__global__ void k(nv_bfloat16 *out) {
    out[0] = cuda::std::numeric_limits<nv_bfloat16>::max();  // want [libcudacxx] numeric_limits
}
