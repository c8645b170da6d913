// Of bfloat16, neither std nor a support header knows limits.
#include <cuda/std/limits>
#include <cuda_bf16.h>
template <typename T>
__device__ T most() {
    return cuda::std::numeric_limits<T>::max();  // want [libcudacxx] numeric_limits
}
__global__ void k(__nv_bfloat16 *out) { out[0] = most<__nv_bfloat16>(); }
