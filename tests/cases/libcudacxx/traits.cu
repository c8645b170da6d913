// Traits and types that mean the same in std come from std; what std has not, by its standard, is an error.
#include <cuda/std/cstdint>
#include <cuda/std/type_traits>

template <typename T>
__device__ cuda::std::uint32_t bits(T value) {
    using Plain = typename ::cuda::std::remove_cv<T>::type;
    if constexpr (cuda::std::is_unsigned_v<Plain> && !cuda::std::is_same<Plain, bool>::value) return value;
    return cuda::std::is_unsigned<cuda::std::remove_cvref_t<T>>::value;  // want [libcudacxx] remove_cvref_t
}

struct uint128_t { unsigned long long low, high; };
__global__ void k(cuda::std::uint32_t *out) { out[0] = bits(out[1]); }
