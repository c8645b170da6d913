// Launch bounds: the same loop with a promise of the block size, and of the number of resident blocks.
//
// Exercises: __launch_bounds__ with one and two arguments, before and after the kernel's return type, with
// constants and template parameters. The second argument counts blocks per multiprocessor in CUDA and
// waves per execution unit in HIP: a translator has to convert it.
//
// Usage: launch_bounds [count]

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define THREADS 256
#define MIN_BLOCKS 4

static void check(cudaError_t e)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(e));
        exit(1);
    }
}

// Steps of a linear congruential generator: cheap, exact and not to be folded away.
__device__ unsigned int churn(unsigned int v, int rounds)
{
    unsigned int a = v, b = v ^ 0x9e3779b9u;
    for (int r = 0; r < rounds; ++r) {
        a = a * 1664525u + b;
        b = b * 22695477u + (a >> 3);
    }
    return a ^ b;
}

__global__ void __launch_bounds__(THREADS) one_bound(const unsigned int* in, unsigned int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = churn(in[i], 16);
}

__global__ void __launch_bounds__(THREADS, MIN_BLOCKS) two_bounds(const unsigned int* in, unsigned int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = churn(in[i], 16);
}

template <int Threads, int Blocks>
__launch_bounds__(Threads, Blocks)
__global__ void template_bounds(const unsigned int* in, unsigned int* out, int n)
{
    const int i = blockIdx.x * Threads + threadIdx.x;
    if (i < n)
        out[i] = churn(in[i], 16);
}

static unsigned int churn_host(unsigned int v, int rounds)
{
    unsigned int a = v, b = v ^ 0x9e3779b9u;
    while (rounds-- > 0) {
        a = a * 1664525u + b;
        b = b * 22695477u + (a >> 3);
    }
    return a ^ b;
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 5000;
    const size_t bytes = n * sizeof(unsigned int);
    std::vector<unsigned int> in(n), expected(n);
    for (int i = 0; i < n; ++i) {
        in[i] = 2654435761u * i;
        expected[i] = churn_host(in[i], 16);
    }

    unsigned int *d_in, *d_out;
    check(cudaMalloc(&d_in, bytes));
    check(cudaMalloc(&d_out, bytes));
    check(cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice));

    struct {
        void (*kernel)(const unsigned int*, unsigned int*, int);
        int threads;
    } const variants[] = {
        {one_bound, THREADS},
        {two_bounds, THREADS},
        {template_bounds<128, 8>, 128},
        {template_bounds<64, 2>, 64},
    };
    int failed = 0;
    for (const auto& v : variants) {
        check(cudaMemset(d_out, 0, bytes));
        v.kernel<<<(n + v.threads - 1) / v.threads, v.threads>>>(d_in, d_out, n);
        check(cudaGetLastError());
        std::vector<unsigned int> out(n);
        check(cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost));
        failed += out != expected;
    }
    printf("%s launch_bounds %d elements: %d of 4 kernels wrong\n", failed ? "FAIL" : "PASS", n, failed);
    check(cudaFree(d_in));
    check(cudaFree(d_out));
    return failed ? 1 : 0;
}
