// Blocks that mean nothing but a number of threads: their threads run as several blocks.
// schedule: split(x=4)
// schedule: split(x=8) serial(x=3)
// schedule: split(x=2) persistent(1)
// schedule: thread(x=2) block(x=3, strided) split(x=2)
// schedule: pack(x=2) split(x=4) bounds(1024)
// schedule: plane: split(x=2, y=4) lanes(y, x)
// schedule: plane: thread(y=2) split(y=8) pack(x=2)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void axpy(int n, float a, const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i] + blockDim.x + gridDim.x;
    __syncthreads();  // nothing runs behind it
}
// Whole warps stay together, where the parts have whole ones.
__global__ void tally(int n, const float* x, int* counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned above = __ballot_sync(~0u, i < n && x[i] > 3);
    if (threadIdx.x % 32 == 0) atomicAdd(&counts[blockIdx.x], __popc(above) * (1 + threadIdx.x / 32));
    __threadfence();
}
__global__ void plane(int w, int h, float* out)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= w || y >= h) return;
    out[y * w + x] = threadIdx.y * 100 + threadIdx.x + blockIdx.y * 10000 + blockIdx.x * 3;
}

int main()
{
    const int n = 3000, w = 77, h = 53;
    static float x[n], y[n], out[w * h];
    static int counts[16];
    for (int i = 0; i < n; ++i) x[i] = i % 7, y[i] = i % 11;
    float *dx, *dy, *dout;
    int* dcounts;
    cudaMalloc(&dx, sizeof x), cudaMalloc(&dy, sizeof y), cudaMalloc(&dout, sizeof out), cudaMalloc(&dcounts, sizeof counts);
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice), cudaMemcpy(dy, y, sizeof y, cudaMemcpyHostToDevice);
    cudaMemset(dcounts, 0, sizeof counts);
    axpy<<<(n + 511) / 512, 512>>>(n, 2, dx, dy);
    tally<<<(n + 255) / 256, 256>>>(n, dx, dcounts);
    tally<<<3, 48>>>(n, dx, dcounts);  // no whole warps: the original runs
    plane<<<dim3(5, 4), dim3(16, 16)>>>(w, h, dout);
    cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost), cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(counts, dcounts, sizeof counts, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += y[i] * (i % 13);
    for (int i = 0; i < w * h; ++i) sum += out[i] * (i % 17);
    for (int count : counts) printf("%d ", count);
    printf("%.1f\n", sum);
}
