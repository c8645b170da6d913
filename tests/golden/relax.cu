// retarget: --schedule "thread(z=2)"
// Three dimensions; a column of the grid along z.
__global__ void relax(const float* in, float* out, int nx, int ny, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    const int i = (z * ny + y) * nx + x;
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
        out[i] = (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny]) / 6;
    else
        out[i] = in[i];
}

void run(const float* in, float* out, int nx, int ny, int nz)
{
    relax<<<dim3(nx / 16, ny / 4, nz / 4), dim3(16, 4, 4)>>>(in, out, nx, ny, nz);
}
