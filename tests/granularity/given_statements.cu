// Macros that are given statements: alone, several times, beside others, under conditions, with barriers.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: serial(x=2)
#include <cstdio>
#define COUNTED(s) s; calls++
#define TWICE(s) s; s
#define BOTH(s, t) s; t
#define PLAIN(s) s
#define WHERE(c, s) if (c) s
#define BEHIND(s) calls += 2; s
#define UNLESS(c, s) if (!(c)) { s; }
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void counted(int* a)
{
    int i = INDEX, calls = 0;
    COUNTED(a[i] += i);
    for (int k = 0; k < 3; k++) PLAIN(a[i] += k);
    a[i] += calls;
}
__global__ void twice(int* a)
{
    int i = INDEX;
    TWICE(a[i] += i + threadIdx.x);
    BOTH(a[i] += i, a[i] *= 3);
    if (i % 5) PLAIN(a[i] -= 1);
    else PLAIN(a[i] -= 2);
}
__global__ void under_conditions(int* a)
{
    int i = INDEX, calls = 1;
    WHERE(i & 1, a[i] += calls);
    BEHIND(a[i] += i);
    UNLESS(i & 2, a[i] -= 7);
    PLAIN(int more = a[i] + 1);
    a[i] += calls + more;
}
__global__ void waiting(int* a)
{
    __shared__ int s[64];
    int i = INDEX, calls = 1;
    COUNTED(s[threadIdx.x] = a[i]);
    PLAIN(__syncthreads());
    PLAIN(a[i] += s[63 - threadIdx.x]);
    COUNTED(__syncthreads());
    TWICE(a[i] += s[threadIdx.x / 2] + calls);
}

int main()
{
    int *a, host[128];
    cudaMalloc(&a, sizeof host);
    cudaMemset(a, 0, sizeof host);
    counted<<<2, 64>>>(a);
    twice<<<2, 64>>>(a);
    under_conditions<<<2, 64>>>(a);
    waiting<<<2, 64>>>(a);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int v : host) printf("%d\n", v);
}
