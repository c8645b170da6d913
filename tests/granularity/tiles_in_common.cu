// Shared arrays that some blocks can have in common, and some that they cannot although their values agree.
// schedule: block(x=2)
// schedule: block(y=3)
// schedule: block(x=2, y=2)
// schedule: pack(x=2)
// schedule: pack(y=2) block(x=2)
// schedule: pack(x=2) block(x=2)
// schedule: serial(x=2) block(y=2)
// schedule: thread(x=2) block(x=3)
// schedule: block(y=5, strided)
#include <cstdio>

__device__ void put(int* to, int at, int value) { to[at] = value; }

// by_row depends on blockIdx.y alone, by_column on blockIdx.x, same on neither, both on both.
__global__ void tiles(int* out, const int* a, const int* b, int width)
{
    __shared__ int by_row[16], by_column[16], same[16], both[16];
    int t = threadIdx.x;
    by_row[t] = a[blockIdx.y * 16 + t];
    by_column[t] = b[blockIdx.x * 16 + t];
    same[t] = t * 3;
    both[t] = a[blockIdx.y * 16 + t] - b[blockIdx.x * 16 + t];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += by_row[k] * by_column[(k + t) % 16] + same[15 - k] - both[k];
    out[(blockIdx.y * width + blockIdx.x) * 16 + t] = sum;
}

// Equal in every block; but updated, exchanged, read and written in one go, reached by address.
__global__ void updated(int* out, const int* a, int width, int turns)
{
    __shared__ int sums[16], counts[16], swapped[16], reached[16];
    __shared__ int total;
    int t = threadIdx.x;
    sums[t] = 0, counts[t] = 0;
    swapped[t] = a[t];
    put(reached, t, a[t]);
    if (t == 0) total = 0;
    __syncthreads();
    for (int k = 0; k < turns; ++k) sums[t] += a[k];
    if (t % 2) sums[t] += 5;
    atomicAdd(&counts[t / 2], t);
    atomicAdd(&total, 1);
    if (t < 8) {
        int kept = swapped[t];
        swapped[t] = swapped[15 - t];
        swapped[15 - t] = kept;
    }
    int* there = &reached[t];
    *there += 7;
    __syncthreads();
    sums[t]++;
    __syncthreads();
    int at = (blockIdx.y * width + blockIdx.x) * 16 + t;
    out[at] = sums[15 - t] + 3 * counts[t] + 7 * swapped[t] + 11 * reached[15 - t] + 13 * total + blockIdx.x;
}

// Equal in every block that is still there; the others store nothing.
__global__ void left_early(int* out, int width)
{
    __shared__ float sums[16];
    int t = threadIdx.x, at = (blockIdx.y * width + blockIdx.x) * 16 + t;
    out[at] = t;
    if (blockIdx.x % 2 == 0 || blockIdx.y == 0) return;
    sums[t] = (float)(t + 1);
    __syncthreads();
    if (t < 8) sums[t] = fmaxf(sums[t], sums[t + 8]);
    __syncthreads();
    const float first = sums[3];
    __syncthreads();
    out[at] = (int)first + t;
}

int main()
{
    const int width = 7, height = 5, n = width * height * 16;
    int *a, *b, *out, host[n];
    for (int i = 0; i < n; ++i) host[i] = i * 37 % 101;
    cudaMalloc(&a, sizeof host), cudaMalloc(&b, sizeof host), cudaMalloc(&out, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(b, host + 5, sizeof host - 20, cudaMemcpyHostToDevice);
    for (int kernel = 0; kernel < 3; ++kernel) {
        if (kernel == 2) left_early<<<dim3(width, height), 16>>>(out, width);
        else if (kernel) updated<<<dim3(width, height), 16>>>(out, a, width, 9);
        else tiles<<<dim3(width, height), 16>>>(out, a, b, width);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        long sum = 0;
        for (int i = 0; i < n; ++i) sum += host[i] * (long)(i % 97 + 1);
        printf("%ld %d %d\n", sum, host[3], host[n - 5]);
    }
    return 0;
}
