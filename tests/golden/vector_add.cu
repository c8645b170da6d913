// retarget: --schedule "block(x=2)"
__global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = a[i] + b[i];
}

void run(const float* a, const float* b, float* c, int n, cudaStream_t stream)
{
    vector_add<<<(n + 255) / 256, 256, 0, stream>>>(a, b, c, n);
}
