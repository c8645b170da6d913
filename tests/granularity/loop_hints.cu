// Pragmas, attributes, macros and comments between the head of a loop and its body.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: thread(x=2) block(x=2, strided) unroll(2)
#include <cstdio>

#define UNROLL _Pragma("unroll")
#define EACH(i, n) for (int i = 0; i < (n); ++i)

template <int N> __global__ void nested(float* out, const float* in, int n)
{
    __shared__ float tile[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    tile[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
#pragma unroll
    for (int y = 0; y < N; y++)
#pragma unroll
        for (int x = 0; x < N; x++) {
            sum += tile[(threadIdx.x + x * y) % 128];
            __syncthreads();
        }
    UNROLL for (int y = 0; y < N; y++)  // rows (of a tile)
        UNROLL for (int x = 0; x < N; x++) {
            sum += tile[(threadIdx.x + x + y) % 128] * 2;
            __syncthreads();
        }
    EACH (y, N) /* of (y, x) */
        UNROLL
        for (int x = 0;  // from the left
             x < (N);
             x++) {
            sum -= tile[(threadIdx.x + x) % 128];
            __syncthreads();
        }
    int k = 0;
    while (k < N)
#pragma unroll 2
        for (int x = 0; x < N; x += 2) {
            k++;
            sum += tile[(threadIdx.x * x + k) % 128];
            __syncthreads();
        }
    if (N > 2) [[likely]]
        for (int x = 0; x < 2; ++x) {
            sum += tile[x];
            __syncthreads();
        }
    if (i < n) out[i] = sum;
}

int main()
{
    const int n = 1000;
    float h[n], *in, *out;
    for (int i = 0; i < n; ++i) h[i] = float(i % 13);
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    nested<4><<<8, 128>>>(out, in, n);
    cudaMemcpy(h, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 9) printf("%g ", h[i]);
    printf("\n");
    return 0;
}
