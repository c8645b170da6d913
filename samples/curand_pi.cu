// Pi by Monte Carlo, with one random number generator per thread on the device.
//
// Exercises: the cuRAND device API (curand_init, curand_uniform, curand_normal, states kept in memory
// between launches), an integer reduction by atomics.
//
// Usage: curand_pi [samples_per_thread]

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>
#include <curand_kernel.h>

#define THREADS 64
#define BLOCKS 16

static void check(cudaError_t e, const char* what)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
        exit(1);
    }
}

__global__ void seed(curandState* states, unsigned long long value)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(value, i, 0, &states[i]);
}

__global__ void throw_darts(curandState* states, int samples, unsigned int* hits)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState local = states[i];
    unsigned int inside = 0;
    for (int s = 0; s < samples; ++s) {
        const float x = curand_uniform(&local);
        const float y = curand_uniform(&local);
        inside += x * x + y * y <= 1.0f;
    }
    states[i] = local;
    atomicAdd(hits, inside);
}

// How many normal deviates lie within one standard deviation.
__global__ void count_central(curandState* states, int samples, unsigned int* hits)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState local = states[i];
    unsigned int central = 0;
    for (int s = 0; s < samples; ++s)
        central += fabsf(curand_normal(&local)) < 1.0f;
    states[i] = local;
    atomicAdd(hits, central);
}

int main(int argc, char** argv)
{
    const int samples = argc > 1 ? atoi(argv[1]) : 200;
    const double total = double(samples) * THREADS * BLOCKS;
    curandState* states;
    unsigned int *d_hits, hits[2];
    check(cudaMalloc((void**)&states, THREADS * BLOCKS * sizeof(curandState)), "states");
    check(cudaMalloc((void**)&d_hits, sizeof(hits)), "hits");
    check(cudaMemset(d_hits, 0, sizeof(hits)), "clear hits");

    seed<<<BLOCKS, THREADS>>>(states, 1234ULL);
    throw_darts<<<BLOCKS, THREADS>>>(states, samples, d_hits);
    count_central<<<BLOCKS, THREADS>>>(states, samples, d_hits + 1);
    check(cudaGetLastError(), "launches");
    check(cudaMemcpy(hits, d_hits, sizeof(hits), cudaMemcpyDeviceToHost), "copy hits");

    // Five standard deviations of a binomial count; the streams differ between libraries.
    const double p[2] = {std::acos(-1.0) / 4, std::erf(std::sqrt(0.5))};
    bool pass = true;
    for (int k = 0; k < 2; ++k)
        pass = pass && std::fabs(hits[k] - p[k] * total) < 5 * std::sqrt(total * p[k] * (1 - p[k]));
    printf("%s curand_pi %.0f samples: pi about %.4f, %.4f within one sigma\n",
           pass ? "PASS" : "FAIL", total, 4 * hits[0] / total, hits[1] / total);

    check(cudaFree(states), "free");
    check(cudaFree(d_hits), "free");
    return pass ? 0 : 1;
}
