// retarget: --schedule "thread(x=4)"
// y = a x + y, an element for each thread; the last block may stand over the end.
__global__ void saxpy(int n, float a, const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

void run(int n, float a, const float* x, float* y)
{
    saxpy<<<(n + 255) / 256, 256>>>(n, a, x, y);
}
