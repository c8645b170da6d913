// retarget: --schedule "pack(x=2) block(x=2)"
// Exchanges through shared memory.
__global__ void bit_reverse(float2* data)
{
    __shared__ float2 row[64];
    float2* own = data + blockIdx.x * 64;
    row[__brev(threadIdx.x) >> 26] = own[threadIdx.x];
    __syncthreads();
    own[threadIdx.x] = row[threadIdx.x];
}

void run(float2* data, int rows)
{
    bit_reverse<<<rows, 64>>>(data);
}
