// retarget: --schedule "thread(x=2)"
// Sparse matrix times vector, a row for each thread.
#define ROW(t) (blockIdx.x * blockDim.x + (t))

struct Csr {
    const int *begins, *columns;
    const float* values;
};

__global__ void spmv(Csr a, const float* x, float* y, int rows)
{
    int row = ROW(threadIdx.x);
    if (row < rows) {
        float sum = 0;
        for (int k = a.begins[row]; k < a.begins[row + 1]; ++k)
            sum += a.values[k] * x[a.columns[k]];
        y[row] = sum;
    }
}

void run(Csr a, const float* x, float* y, int rows)
{
    spmv<<<(rows + 127) / 128, 128>>>(a, x, y, rows);
}
