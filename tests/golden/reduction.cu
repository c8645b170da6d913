// retarget: --schedule "block(x=2)"
// Sums of blocks, by halves.
__global__ void reduction(const float* in, float* sums, int n)
{
    __shared__ float partial[256];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    partial[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            partial[t] += partial[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = partial[0];
}

void run(const float* in, float* sums, int n)
{
    reduction<<<(n + 255) / 256, 256>>>(in, sums, n);
}
