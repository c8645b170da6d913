// CUDA's two names of one generator's state are one type; HIP has a type for each.
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
__global__ void draw(curandState *states, float *out) {
    curandStateXORWOW mine = *states;
    curandStateXORWOW_t *other = states;
    out[0] = curand_uniform(&mine) + curand_uniform(other);
}
mtgp32_kernel_params *parameters;
