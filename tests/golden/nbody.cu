// retarget: --schedule "thread(x=2)"
// Accelerations of bodies; tiles of them pass through dynamic shared memory.
__device__ float3 pull(float4 to, float4 from, float3 sum)
{
    float x = from.x - to.x, y = from.y - to.y, z = from.z - to.z;
    float inverse = rsqrtf(x * x + y * y + z * z + 1e-9f);
    float weight = from.w * inverse * inverse * inverse;
    return make_float3(sum.x + x * weight, sum.y + y * weight, sum.z + z * weight);
}

__global__ void nbody(const float4* bodies, float3* acceleration, int n)
{
    extern __shared__ float4 tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 own = bodies[i];
    float3 sum = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += blockDim.x) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j)
            sum = pull(own, tile[j], sum);
        __syncthreads();
    }
    acceleration[i] = sum;
}

void run(const float4* bodies, float3* acceleration, int n)
{
    nbody<<<n / 128, 128, 128 * sizeof(float4)>>>(bodies, acceleration, n);
}
