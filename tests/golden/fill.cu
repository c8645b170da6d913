// retarget: --schedule "serial(x=8) above(1024)"
__global__ void fill(int* out, int value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = value;
}

void run(int* out, int n)
{
    fill<<<(n + 127) / 128, 128>>>(out, 7, n);
}
