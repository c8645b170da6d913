// schedule: step: serial(x=2)
#include <cstdio>

__global__ void step(float* a, const float* b, int n) {
    if (threadIdx.x + blockIdx.x * blockDim.x >= n) return;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    a[i] -= b[i] * 2;
    if (i % 3 == 0) a[i] += b[0];
}

int main() {
    const int n = 75;
    float *a, *b;
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = i, b[i] = n - i;
    step<<<5, 16>>>(a, b, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) printf("%g ", a[i]);
    printf("\n");
}
