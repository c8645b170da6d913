#include <curand_kernel.h>

template <typename State>
__global__ void bits(unsigned long long seed, unsigned* out)
{
    State state;
    curand_init(seed, threadIdx.x, 0, &state);
    out[threadIdx.x] = curand(&state);
}

void run(unsigned* out)
{
    bits<curandStatePhilox4_32_10_t><<<1, 32>>>(7, out);
    const unsigned curand = 3;  // a name of the program
    out[0] = curand;
}

__global__ void uniform(unsigned bits, float* out)
{
    *out = bits * CURAND_2POW32_INV + (CURAND_2POW32_INV / 2) - CURAND_SQRT2;  // want [no-counterpart] 'CURAND_SQRT2' has no counterpart in HIP. A negative number
}
