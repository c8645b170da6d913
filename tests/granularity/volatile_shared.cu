// schedule: block(x=2)
// schedule: thread(x=2) block(x=2)
#include <cstdio>

// Dynamic shared memory that is volatile, as in sums of warps that were written before __syncwarp.
__global__ void sums(const float* in, float* out)
{
    extern __shared__ volatile float s[];
    const int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        __syncthreads();
        if (t < step) s[t] += s[t + step];
    }
    __syncthreads();
    if (t == 0) out[blockIdx.x] = s[0];
}

// The same where no address of it is taken, and of more dimensions.
__global__ void turned(const float* in, float* out)
{
    extern __shared__ volatile float rows[][8];
    const int t = threadIdx.x;
    rows[t / 8][t % 8] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = rows[t % 8][t / 8];
}

int main()
{
    const int n = 256;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, (n + 4) * sizeof(float));
    for (int i = 0; i < n; ++i) in[i] = i * 7 % 11;
    sums<<<4, 64, 64 * sizeof(float)>>>(in, out + n);
    turned<<<4, 64, 64 * sizeof(float)>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n + 4; ++i) printf("%g ", out[i]);
    printf("\n");
}
