// retarget: --schedule "thread(x=2, y=2) share()"
// C = A B of row-major square matrices.
__global__ void matmul(const float* a, const float* b, float* c, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

void run(const float* a, const float* b, float* c, int n)
{
    matmul<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
}
