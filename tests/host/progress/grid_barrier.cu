// A barrier between blocks, written by hand: every block of the grid has to run at once.
// want: 0 wrong of 1024
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned arrived = 0;

__device__ void wait_for_all(unsigned goal)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1u);
        while (atomicAdd(&arrived, 0u) < goal) {
        }
        __threadfence();
    }
    __syncthreads();
}

// Each step adds the neighbours' values of the step before.
__global__ void spread(int *a, int *b, int n, int steps)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int step = 0; step < steps; ++step) {
        b[i] = a[(i + n - 1) % n] + a[(i + 1) % n];
        wait_for_all((step + 1) * gridDim.x);
        int *swap = a;
        a = b;
        b = swap;
    }
}

int main()
{
    const int n = 1024, steps = 4;
    int *a, *b, here[n], next[n];
    cudaMallocManaged(&a, n * sizeof(int));
    cudaMallocManaged(&b, n * sizeof(int));
    for (int i = 0; i < n; ++i)
        a[i] = here[i] = i % 13;
    spread<<<n / 64, 64>>>(a, b, n, steps);
    cudaDeviceSynchronize();
    for (int step = 0; step < steps; ++step) {
        for (int i = 0; i < n; ++i)
            next[i] = here[(i + n - 1) % n] + here[(i + 1) % n];
        for (int i = 0; i < n; ++i)
            here[i] = next[i];
    }
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += a[i] != here[i];
    printf("%d wrong of %d\n", wrong, n);
    return 0;
}
