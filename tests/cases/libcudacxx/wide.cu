// retarget: -std=c++17
#include <cuda/std/type_traits>

template <typename T>
__device__ bool plain(T value) {
    return cuda::std::is_unsigned_v<T> || cuda::std::is_signed<T>::value;  // want [libcudacxx] compile by -std=gnu
}

__global__ void k(bool *out) { out[0] = plain((__int128)1); }
