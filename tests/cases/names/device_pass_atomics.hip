// Atomic operations that the program defines for the device's pass alone, used by a kernel of either.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"
#include <cstdint>
__device__ inline std::uint64_t program_atomicMin(std::uint64_t *at, std::uint64_t value);
__device__ inline std::uint64_t program_atomicMax(std::uint64_t *at, std::uint64_t value);
#if RETARGET_CUDA_ARCH > 300 // want [cuda-arch] 700
__device__ inline
std::uint64_t program_atomicMin(std::uint64_t *at, std::uint64_t value) {
    return atomicMin(reinterpret_cast<unsigned long long *>(at), static_cast<unsigned long long>(value));
}
__device__ inline std::uint64_t program_atomicMax(std::uint64_t *at, std::uint64_t value) {
    return atomicMax(reinterpret_cast<unsigned long long *>(at), static_cast<unsigned long long>(value));
}
#endif
template <class Value>
__global__ __launch_bounds__(32) void bounds(Value *least, Value *most, Value given) {
    program_atomicMin(least, given); // want [parse] no matching function
    program_atomicMax(most, given);
}
void run(std::uint64_t *p) { bounds<<<1, 32>>>(p, p + 1, std::uint64_t(3)); }
