#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>

template <typename State>
__global__ void bits(unsigned long long seed, unsigned* out)
{
    State state;
    hiprand_init(seed, threadIdx.x, 0, &state);
    out[threadIdx.x] = hiprand(&state);
}

void run(unsigned* out)
{
    bits<hiprandStatePhilox4_32_10_t><<<1, 32>>>(7, out);
    const unsigned curand = 3;  // a name of the program
    out[0] = curand;
}

__global__ void uniform(unsigned bits, float* out)
{
    *out = bits * ROCRAND_2POW32_INV + (ROCRAND_2POW32_INV / 2) - CURAND_SQRT2;  // want [no-counterpart] 'CURAND_SQRT2' has no counterpart in HIP. A negative number
}
