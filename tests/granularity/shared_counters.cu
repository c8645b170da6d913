// schedule: thread(x=4)
// schedule: block(x=2) thread(x=2)
#include <cstdio>

__global__ void sums(int* a, int n) {
    __shared__ int s[64];
    int i, k = 0;
    s[threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x];
    for (i = 1; i < 64; i *= 2) {
        __syncthreads();
        int v = threadIdx.x >= i ? s[threadIdx.x - i] : 0;
        __syncthreads();
        s[threadIdx.x] += v;
    }
    __syncthreads();
    for (i = threadIdx.x; i < 64; i += 7) k += s[i];
    for (i = 0; i < n; i++) {
        for (k += i; k % 5; k++) a[blockIdx.x * 64 + threadIdx.x] += k;
    }
    a[blockIdx.x * 64 + threadIdx.x] += k;
}

int main() {
    const int n = 256;
    int* a;
    cudaMallocManaged(&a, n * sizeof(int));
    for (int i = 0; i < n; ++i) a[i] = i * 7 % 11;
    sums<<<n / 64, 64>>>(a, 9);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) printf("%d ", a[i]);
    printf("\n");
}
