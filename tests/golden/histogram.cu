// retarget: --schedule "thread(x=2)"
// Counts in shared memory first; a loop over the whole grid.
#define BINS 64

__global__ void histogram(const unsigned char* data, unsigned* counts, int n)
{
    __shared__ unsigned own[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[data[i] % BINS], 1u);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        atomicAdd(&counts[bin], own[bin]);
}

void run(const unsigned char* data, unsigned* counts, int n)
{
    histogram<<<64, 256>>>(data, counts, n);
}
