// retarget: --schedule "block(x=2, strided)"
// A function of the user's names the indices.
__device__ int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void device_index(const float* in, float* out, int n)
{
    const int i = global_index();
    if (i == 0 || i + 1 >= n) return;
    out[i] = in[i + 1] - in[i - 1];  // central difference
}

void run(const float* in, float* out, int n)
{
    device_index<<<(n + 255) / 256, 256>>>(in, out, n);
}
