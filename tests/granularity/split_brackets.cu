// schedule: block(x=2)
#include <cstdio>

__global__ void count(int* a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] += blockIdx.x + 1;
}

int main() {
    const int n = 96;
    int* a;
    cudaMallocManaged(&a, n * sizeof(int));
    cudaMemset(a, 0, n * sizeof(int));
    count << < n / 32, 32 >> > (a);
    count< << 3, 32 > >>(a);
    count <<< 3, 32 >>> (a);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) printf("%d ", a[i]);
    printf("\n");
}
