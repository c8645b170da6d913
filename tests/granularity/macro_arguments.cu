// Expressions that macros spell in part, or begin and end in one argument of a macro; launches of what a macro is given.
// schedule: block(x=2)
// schedule: thread(x=2)
// schedule: serial(x=2)
#include <cstdio>

#define SIZE 100
#define BOUND(constant, variable) constant
#define LIMIT BOUND(SIZE, n)
#define SAME(x) x
#define IN(x, end) x < end
#define SUM(x, y) x + y
#define SQUARE(x) x * x
#define TWICE(x) x + SQUARE(x) + x
#define OR(x, y) x ? x : y
#define LAUNCH(scale, blocks, ...) do { scale<<<(blocks), 64>>>(__VA_ARGS__); } while (0)
#define UNWRAPPED(...) __VA_ARGS__
#define LAUNCH_ANY(kernel, configuration, arguments) kernel<<<UNWRAPPED configuration>>>arguments

__global__ void scale(int n, int* a, int f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < LIMIT) {
        for (int j = 0; j < LIMIT; j += 40) a[i] *= f;
        a[i] += SAME(f);
    }
    if (i < SAME(n)) a[i] = SAME(i) * f + LIMIT;
    if (SAME(n) > i && IN(i, LIMIT)) a[i] += SAME(f) * a[SAME(i) + SAME(0)];
    if (SUM(i, 3) < SAME(LIMIT)) a[i] += SAME(i + LIMIT);
}

__global__ void squared(int n, int* a, const int* b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= LIMIT) return;
    a[i] = SQUARE(b[i]);
    int x = a[i] + LIMIT, y = SAME(n) + LIMIT;
    a[i] += TWICE(b[i]);
    a[i] += SUM(b[i], b[n - 1 - i]) * SQUARE(i);
    a[i] += OR(b[i], LIMIT);
    a[i] = x + SAME(y) + a[i];
}

int main()
{
    const int n = 128;
    int *a, *b, host[n];
    for (int i = 0; i < n; ++i) host[i] = i * 7 % 31;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
    LAUNCH(scale, 2, n, a, 3);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) printf("%d\n", host[i]);
    LAUNCH_ANY(squared, (2, 64), (n, a, b));
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) printf("%d\n", host[i]);
    return 0;
}
