// retarget: --to amd --schedule "block(x=2)"
// A sum for each warp, by shuffles.
__device__ float sum_of_warp(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__global__ void warp_sum(const float* in, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = sum_of_warp(in[i]);
    if (threadIdx.x % 32 == 0)
        out[i / 32] = sum;
}

void run(const float* in, float* out, int blocks)
{
    warp_sum<<<blocks, 256>>>(in, out);
}
