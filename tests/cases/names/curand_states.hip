// CUDA's two names of one generator's state are one type; HIP has a type for each.
#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>
#include <hiprand/hiprand_mtgp32_host.h>
__global__ void draw(hiprandState *states, float *out) {
    hiprandState mine = *states;
    hiprandState_t *other = states;
    out[0] = hiprand_uniform(&mine) + hiprand_uniform(other);
}
mtgp32_kernel_params_t *parameters;
