// retarget: --schedule "block(x=2) thread(y=8)"
// The inner tiles of a blocked LU decomposition: a tile minus the product of its row's and its column's.
#define SIZE 16

__global__ void lu_internal(float* m, int dim, int offset)
{
    __shared__ float row[SIZE][SIZE];
    __shared__ float column[SIZE][SIZE];
    int at_row = offset + (blockIdx.y + 1) * SIZE;
    int at_column = offset + (blockIdx.x + 1) * SIZE;
    row[threadIdx.y][threadIdx.x] = m[(offset + threadIdx.y) * dim + at_column + threadIdx.x];
    column[threadIdx.y][threadIdx.x] = m[(at_row + threadIdx.y) * dim + offset + threadIdx.x];
    __syncthreads();

    float sum = 0;
    for (int i = 0; i < SIZE; i++)
        sum += column[threadIdx.y][i] * row[i][threadIdx.x];
    m[(at_row + threadIdx.y) * dim + at_column + threadIdx.x] -= sum;
}

void run(float* m, int dim, int offset, int tiles)
{
    lu_internal<<<dim3(tiles, tiles), dim3(SIZE, SIZE)>>>(m, dim, offset);
}
