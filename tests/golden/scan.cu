// retarget: --schedule "block(x=2)"
// Running sums within each block; two buffers of dynamic shared memory.
__global__ void scan(const int* in, int* out)
{
    extern __shared__ int buffer[];
    int t = threadIdx.x, n = blockDim.x;
    int from = 0, to = 1;
    buffer[t] = in[blockIdx.x * n + t];
    __syncthreads();
    for (int step = 1; step < n; step *= 2) {
        buffer[to * n + t] = buffer[from * n + t] + (t >= step ? buffer[from * n + t - step] : 0);
        from = to;
        to = 1 - to;
        __syncthreads();
    }
    out[blockIdx.x * n + t] = buffer[from * n + t];
}

void run(const int* in, int* out, int blocks)
{
    scan<<<blocks, 256, 2 * 256 * sizeof(int)>>>(in, out);
}
