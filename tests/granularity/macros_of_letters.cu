// Macros of one letter, as programs have them for sizes; shared memory that blocks of one row have in common.
// schedule: block(y=2)
// schedule: block(x=2, y=2) thread(x=2)
// schedule: pack(x=2)
#include <cstdio>

#define X 64
#define Y 4
#define Z (X * Y)

__global__ void summed(const int* in, int* out)
{
    __shared__ int row[X];
    __shared__ int own[X];
    row[threadIdx.x] = in[blockIdx.x * X + threadIdx.x];
    own[threadIdx.x] = row[threadIdx.x] * (int)(blockIdx.y + 1);
    __syncthreads();
    out[blockIdx.y * Z + blockIdx.x * X + threadIdx.x] = row[(threadIdx.x + 1) % X] + own[(threadIdx.x + 5) % X];
}

int main()
{
    int *in, *out;
    cudaMallocManaged(&in, Z * sizeof(int));
    cudaMallocManaged(&out, 2 * Z * sizeof(int));
    for (int i = 0; i < Z; ++i) in[i] = i * 7 % 31;
    summed<<<dim3(Y, 2), X>>>(in, out);
    cudaDeviceSynchronize();
    long all = 0;
    for (int i = 0; i < 2 * Z; ++i) all = all * 31 + out[i];
    printf("%ld\n", all);
}
