// retarget: --schedule "unroll(4)"
// A polynomial of the same degree for each element, by Horner's rule.
#include "retarget_hip/granularity.h"
__global__ void polynomial(const float* coefficients, int degree, float* values)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = values[i], sum = 0;
    for (int k = degree; k >= 0; --k)
        sum = sum * x + coefficients[k];
    values[i] = sum;
}

struct polynomial_factors : retarget::Granularity {
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 256;
};

template <class Factors>
__global__ void polynomial_coarsened(retarget::Logical logical, const float* coefficients, int degree, float* values)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 threadIdx = at.thread(0);
    const uint3 blockIdx = at.block(0);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = values[i], sum = 0;
    _Pragma("unroll 4") for (int k = degree; k >= 0; --k)
        sum = sum * x + coefficients[k];
    values[i] = sum;
}

void polynomial_launch(const retarget::Launch& launch, const float* coefficients, int degree, float* values) {
    if (const retarget::Fit<polynomial_factors> fit{launch, polynomial_coarsened<polynomial_factors>})
        polynomial_coarsened<polynomial_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, coefficients, degree, values);
    else
        polynomial<<<launch.grid, launch.block, launch.shared, launch.stream>>>(coefficients, degree, values);
}

void run(const float* coefficients, int degree, float* values, int blocks)
{
    polynomial_launch(retarget::on(blocks, 256), coefficients, degree, values);
}
