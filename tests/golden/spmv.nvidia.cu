// retarget: --schedule "thread(x=2)"
// Sparse matrix times vector, a row for each thread.
#include "retarget_hip/granularity.h"
#define ROW(t) (blockIdx.x * blockDim.x + (t))

struct Csr {
    const int *begins, *columns;
    const float* values;
};

__global__ void spmv(Csr a, const float* x, float* y, int rows)
{
    int row = ROW(threadIdx.x);
    if (row < rows) {
        float sum = 0;
        for (int k = a.begins[row]; k < a.begins[row + 1]; ++k)
            sum += a.values[k] * x[a.columns[k]];
        y[row] = sum;
    }
}

struct spmv_factors : retarget::Granularity {
    static constexpr int thread_x = 2;
    static constexpr int extent_x = 128, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 64;
};

template <class Factors>
__global__ void spmv_coarsened(retarget::Logical logical, Csr a, const float* x, float* y, int rows)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 blockIdx = at.block(0);
    bool live[instances];
    int row_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& row = row_[instance];
        row = ROW(threadIdx.x);
        live[instance] = row < rows;
    }
    if (retarget::none(live)) return;
    float sum_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        auto& row = row_[instance];
        auto& sum = sum_[instance];
        sum = 0;
        if (!live[instance]) continue;
        for (int k = a.begins[row]; k < a.begins[row + 1]; ++k)
            sum += a.values[k] * x[a.columns[k]];
    }
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        if (!live[instance]) continue;
        auto& row = row_[instance];
        auto& sum = sum_[instance];
        y[row] = sum;
    }
}

void spmv_launch(const retarget::Launch& launch, Csr a, const float* x, float* y, int rows) {
    if (const retarget::Fit<spmv_factors> fit{launch, spmv_coarsened<spmv_factors>})
        spmv_coarsened<spmv_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, a, x, y, rows);
    else
        spmv<<<launch.grid, launch.block, launch.shared, launch.stream>>>(a, x, y, rows);
}

void run(Csr a, const float* x, float* y, int rows)
{
    spmv_launch(retarget::on((rows + 127) / 128, 128), a, x, y, rows);
}
