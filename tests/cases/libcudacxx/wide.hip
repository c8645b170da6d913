// retarget: -std=c++17
#include <hip/hip_runtime.h>
#include <type_traits>

template <typename T>
__device__ bool plain(T value) {
    return std::is_unsigned_v<T> || std::is_signed<T>::value;  // want [libcudacxx] compile by -std=gnu
}

__global__ void k(bool *out) { out[0] = plain((__int128)1); }
