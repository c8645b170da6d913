// retarget: --schedule "thread(x=4, consecutive)"
// No bound to keep: the array is as long as the grid.
__global__ void scale(float* values, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] *= factor;  // in place
}

void run(float* values, int blocks)
{
    scale<<<blocks, 128>>>(values, 0.5f);
}
