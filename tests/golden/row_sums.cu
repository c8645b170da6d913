// retarget: --schedule "split(x=4)"
// One thread sums up a row: with few rows, blocks of 64 spread over more multiprocessors than those of 256.
__global__ void row_sums(int rows, int columns, const float* a, float* sums)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int column = 0; column < columns; ++column)
        sum += a[row * columns + column];
    sums[row] = sum;
}

void run(int rows, int columns, const float* a, float* sums)
{
    row_sums<<<(rows + 255) / 256, 256>>>(rows, columns, a, sums);
}
