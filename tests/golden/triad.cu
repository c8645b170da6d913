// retarget: --schedule "streaming(stores, loads) thread(x=2)"
template <typename T>
__global__ void triad(T* a, const T* __restrict__ b, const T* __restrict__ c, T scalar)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    a[i] = b[i] + scalar * c[i];
}

void run(double* a, const double* b, const double* c, int blocks)
{
    triad<double><<<blocks, 512>>>(a, b, c, 0.4);
}
