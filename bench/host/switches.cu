// How many times a second a thread is switched: every thread of a block waits at barriers.
#include "compare.h"

__global__ void barriers(int *out, int count)
{
    int sum = 0;
    for (int i = 0; i < count; ++i) {
        sum += i ^ threadIdx.x;
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

int main()
{
    const int threads = 256, count = 20000;
    int *out = bench::zeros<int>(threads);
    const double start = bench::now();
    barriers<<<1, threads>>>(out, count);
    cudaDeviceSynchronize();
    printf("%.0f\n", double(threads) * count / (bench::now() - start));
    return 0;
}
