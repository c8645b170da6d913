// retarget: --schedule "thread(x=2) block(x=2)"
// A dot product: what a thread adds up, then a tree, then an atomic addition.
template <int THREADS>
__global__ void dot(const float* a, const float* b, float* result, int n)
{
    __shared__ float partial[THREADS];
    float sum = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
        sum += a[i] * b[i];
    partial[threadIdx.x] = sum;
    __syncthreads();
#pragma unroll
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(result, partial[0]);
}

void run(const float* a, const float* b, float* result, int n)
{
    dot<256><<<64, 256>>>(a, b, result, n);
}
