// retarget: --schedule "thread(x=2)"
// A function with barriers is written into the kernel.
__device__ float sum_of_block(float* partial, float value)
{
    partial[threadIdx.x] = value;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    return partial[0];
}

__global__ void normalize(float* values)
{
    __shared__ float partial[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = values[i];
    float sum = sum_of_block(partial, value * value);
    values[i] = value * rsqrtf(sum);
}

void run(float* values, int blocks)
{
    normalize<<<blocks, 128>>>(values);
}
