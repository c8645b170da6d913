// schedule: block(x=2)
// schedule: thread(x=2)
// schedule: serial(x=2)
#include <cstdio>

extern "C" {
__global__ void twice(int* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 2;
}

void run(int* a, int n) {
    twice<<<(n + 31) / 32, 32>>>(a, n);
}
}

extern "C" __global__ void more(int* a) {
    a[threadIdx.x] += blockIdx.x + 1;
}

extern "C" __global__ void turned(int* a) {
    extern __shared__ int kept[];
    kept[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    a[blockIdx.x * blockDim.x + threadIdx.x] = kept[blockDim.x - 1 - threadIdx.x];
}

int main() {
    const int n = 100;
    int* a;
    cudaMallocManaged(&a, n * sizeof(int));
    for (int i = 0; i < n; ++i) a[i] = i;
    run(a, n);
    more<<<1, n>>>(a);
    turned<<<5, 20, 20 * sizeof(int)>>>(a);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) printf("%d ", a[i]);
    printf("\n");
}
