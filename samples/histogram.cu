// Histogram of bytes: private counts in shared memory, merged into global memory, both with atomics.
//
// Exercises: atomicAdd in both memories, atomicMin/atomicMax/atomicOr/atomicCAS, grid-stride loops,
// unsigned long long atomics.
//
// Usage: histogram [count]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define BINS 256

#define CUDA_TRY(expr)                                                              \
    do {                                                                            \
        cudaError_t rc = (expr);                                                    \
        if (rc != cudaSuccess) {                                                    \
            fprintf(stderr, "%s failed with %s\n", #expr, cudaGetErrorName(rc));    \
            exit(1);                                                                \
        }                                                                           \
    } while (false)

struct Summary {
    unsigned long long total;
    unsigned int seen[BINS / 32];       // one bit per value that occurs
    int smallest;
    int largest;
    float product_of_blocks;            // 2^blocks, by compare-and-swap
};

__device__ float atomicMultiply(float* address, float factor)
{
    int* bits = reinterpret_cast<int*>(address);
    int old = *reinterpret_cast<volatile int*>(bits), assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(__int_as_float(assumed) * factor));
    } while (old != assumed);
    return __int_as_float(old);
}

__global__ void histogram(const unsigned char* data, int count, unsigned int* bins, Summary* summary)
{
    __shared__ unsigned int local[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        local[b] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        const unsigned int n = local[b];
        if (n == 0)
            continue;
        atomicAdd(&bins[b], n);
        atomicAdd(&summary->total, (unsigned long long)n * b);
        atomicOr(&summary->seen[b / 32], 1u << (b % 32));
        atomicMin(&summary->smallest, b);
        atomicMax(&summary->largest, b);
    }
    if (threadIdx.x == 0)
        atomicMultiply(&summary->product_of_blocks, 2.0f);
}

int main(int argc, char** argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 60000;
    const int threads = 192, blocks = 10;

    std::vector<unsigned char> data(count);
    unsigned state = 99;
    for (unsigned char& d : data) {
        state = state * 1664525u + 1013904223u;
        d = (unsigned char)(3 + (state >> 24) * (state >> 16 & 255) / 270);
    }

    unsigned char* d_data;
    unsigned int* d_bins;
    Summary* d_summary;
    Summary summary = {0, {0}, BINS, -1, 1.0f};
    CUDA_TRY(cudaMalloc(&d_data, count));
    CUDA_TRY(cudaMalloc(&d_bins, BINS * sizeof(unsigned int)));
    CUDA_TRY(cudaMalloc(&d_summary, sizeof(Summary)));
    CUDA_TRY(cudaMemcpy(d_data, data.data(), count, cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemset(d_bins, 0, BINS * sizeof(unsigned int)));
    CUDA_TRY(cudaMemcpy(d_summary, &summary, sizeof(Summary), cudaMemcpyHostToDevice));

    histogram<<<blocks, threads>>>(d_data, count, d_bins, d_summary);
    CUDA_TRY(cudaGetLastError());

    std::vector<unsigned int> bins(BINS), expected(BINS, 0);
    CUDA_TRY(cudaMemcpy(bins.data(), d_bins, BINS * sizeof(unsigned int), cudaMemcpyDeviceToHost));
    CUDA_TRY(cudaMemcpy(&summary, d_summary, sizeof(Summary), cudaMemcpyDeviceToHost));

    unsigned long long total = 0;
    for (unsigned char d : data) {
        ++expected[d];
        total += d;
    }
    bool seen = true;
    for (int b = 0; b < BINS; ++b)
        seen = seen && (summary.seen[b / 32] >> b % 32 & 1) == (expected[b] != 0);
    const auto range = std::minmax_element(data.begin(), data.end());
    const bool pass = bins == expected && summary.total == total && seen
                   && summary.smallest == *range.first && summary.largest == *range.second
                   && summary.product_of_blocks == float(1 << blocks);
    printf("%s histogram of %d bytes: values %d to %d, sum %llu\n",
           pass ? "PASS" : "FAIL", count, summary.smallest, summary.largest, summary.total);

    CUDA_TRY(cudaFree(d_data));
    CUDA_TRY(cudaFree(d_bins));
    CUDA_TRY(cudaFree(d_summary));
    return pass ? 0 : 1;
}
