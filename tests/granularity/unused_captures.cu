// A lambda that captures by name what it does not use.
// schedule: thread(x=2)
// schedule: serial(x=2)
// schedule: block(x=2) thread(x=2, consecutive)
#include <cstdio>

__global__ void k(int* out, int w)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    int total = 0;
    for (int base = 0; base < 2; ++base) {
        int seen = w;
        seen = i % 8 == 2 ? w : base;
        total -= (out[i] < w ? out[i] : w) + out[0];
        int used = w;
        int unused = w + 1;
        int never = i;
        auto set = [&used, &unused, &never](int u) { used = u; };
        set(w * 3);
        __syncthreads();
        s[threadIdx.x] = (seen & unused) + used;
        __syncthreads();
        for (int k = 0; k < i % 4; ++k) out[i] += s[(threadIdx.x + 1) % 64] + unused + total % 2;
    }
}

int main()
{
    const int n = 5 * 64;
    int *out, host[n];
    cudaMalloc(&out, sizeof host);
    k<<<5, 64>>>(out, 3);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 7) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
