// schedule: unroll(4) thread(x=2)
// schedule: unroll(3) serial(x=2) streaming(stores)
// Loops that all threads go through alike are unrolled: with barriers, nested, without braces, behind a condition or an
// `else`, with hints of their own, with several counters, with `continue` and `break`; and loops that are not alike.
#include <cstdio>

#define REPEAT(i, n) for (int i = 0; i < n; ++i)

__global__ void rows(const int* a, int* out, int n, int stride) {
    __shared__ int tile[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k = 0; k < n; k += 32) {
        tile[threadIdx.x] = a[(k + threadIdx.x) % n];
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            for (int l = 0, m = 3; l < 2; ++l, --m) sum += tile[(j + l * m) % 32];
        __syncthreads();
    }
    if (stride > 1)
        for (int k = 0; k < n; k += stride) sum += a[k];
    else
        for (int k = 0; k < n; ++k) { if (a[k] < 0) continue; if (a[k] > 90) break; sum -= a[k]; }
    for (int k = threadIdx.x; k < n; k += blockDim.x) sum ^= a[k];  // each thread its own
#pragma unroll 2
    for (int k = 0; k < 5; ++k) sum += k;
    REPEAT(r, 3) sum += r;
    int limit = i % 3;
    for (int k = 0; k < limit; ++k) sum += k;
    out[i] = sum;
}

int main() {
    const int n = 128;
    int h[n], *a, *out;
    for (int i = 0; i < n; ++i) h[i] = i * 37 % 97;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    for (int stride = 1; stride < 4; ++stride) {
        rows<<<n / 32, 32>>>(a, out, n, stride);
        cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; ++i) printf("%d ", h[i]);
        printf("\n");
    }
}
