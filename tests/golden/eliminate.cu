// retarget: --schedule "block(x=4)"
// A step of Gaussian elimination: subtracts multiples of row t from the rows below.
__global__ void eliminate(const float* m, float* a, float* b, int size, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t) return;
    if (threadIdx.y + blockIdx.y * blockDim.y >= size - t) return;

    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    a[size * (row + 1 + t) + (column + t)] -= m[size * (row + 1 + t) + t] * a[size * t + (column + t)];
    if (column == 0)
        b[row + 1 + t] -= m[size * (row + 1 + t) + t] * b[t];
}

void run(const float* m, float* a, float* b, int size)
{
    dim3 block(4, 4), grid((size + 3) / 4, (size + 3) / 4);
    for (int t = 0; t < size - 1; ++t)
        eliminate<<<grid, block>>>(m, a, b, size, t);
}
