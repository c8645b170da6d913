// Loops that search memory wait for nobody.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>

#define EARLY_OUT(value) \
    do {                 \
        if ((value) > 90) found = 0; \
    } while (0)

__global__ void first_small(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = 0;
    for (; j < 64; j++)
        if (in[i + j] < 20) break;
    int found = j;
    EARLY_OUT(in[i]);
    int k = i;
    while (in[k] % 7 != 3) ++k;
    if (i < n) out[i] = found * 100 + (k - i);
}

int main()
{
    const int n = 700, size = 11 * 64;
    static int host[size * 2];
    int *in, *out;
    for (int i = 0; i < size * 2; i++) host[i] = (i * 37 + 11) % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    first_small<<<11, 64>>>(out, in, n);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 23) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
