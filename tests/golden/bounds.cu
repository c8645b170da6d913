// retarget: --to amd --schedule "bounds(256, waves=2)"
__global__ void square(float* values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] = values[i] * values[i];
}

void run(float* values, int n)
{
    square<<<(n + 255) / 256, 256>>>(values, n);
}
