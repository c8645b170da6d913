// retarget: --schedule "persistent(2)"
// A row of a picture with its borders in shared memory, for each block.
#define RADIUS 3

__global__ void blur(const float* in, float* out, int width)
{
    __shared__ float row[256 + 2 * RADIUS];
    int x = blockIdx.x * 256 + threadIdx.x;
    row[threadIdx.x + RADIUS] = in[min(x, width - 1)];
    if (threadIdx.x < RADIUS) {
        row[threadIdx.x] = in[max(x - RADIUS, 0)];
        row[threadIdx.x + 256 + RADIUS] = in[min(x + 256, width - 1)];
    }
    __syncthreads();
    float sum = 0;
    for (int i = 0; i <= 2 * RADIUS; ++i)
        sum += row[threadIdx.x + i];
    if (x < width)
        out[x] = sum / (2 * RADIUS + 1);
}

void run(const float* in, float* out, int width)
{
    blur<<<(width + 255) / 256, 256>>>(in, out, width);
}
