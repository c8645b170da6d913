// Macros that spell returns, other jumps, declarations, heads of loops, barriers: expanded in the generated text.
// schedule: thread(x=2)
// schedule: block(x=3)
// schedule: thread(x=2) block(x=2)
// schedule: pack(x=2)
// schedule: serial(x=2); half_spelled: streaming(loads)
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK_BOUNDS(i, ...) \
    if ((i) >= (__VA_ARGS__)) return;
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define DECLARED(type, name, value) type name = value
#define OF_INDEX(name) name(blockIdx.x * blockDim.x + threadIdx.x)
#define TURNS(i, n) for (int i = INDEX; i < (n); i += blockDim.x * gridDim.x)
#define SYNC_WHERE(c) if (c) __syncthreads();
#define LEAVE return
#define INNER_CHECK(i, n) do { CHECK_BOUNDS(i, n) } while (0)
#define INTO(x) out[x] =
#define PLUS_IN + in[i]
#define SKIPPED(x) if ((x) % 5 == 0) continue
#define FOUND(x) { if ((x) % 7 == 3) break; }
#define PAIR int a = INDEX, b = 2 * a
#define NONE()

__global__ void checked(int *out, int n)
{
    __shared__ int s[64];
    int i = INDEX;
    s[threadIdx.x] = 3 * i;
    __syncthreads();
    CHECK_BOUNDS(i, n)
    out[i] = s[threadIdx.x / 2];
}

__global__ void declared(int *out, int n)
{
    __shared__ int s[64];
    DECLARED(int, i, INDEX), k = i + 1;
    int OF_INDEX(j), m(i + k), l(m);
    PAIR;
    s[threadIdx.x] = i + j;
    SYNC_WHERE(n > 3)
    if (i < n) out[i] = s[63 - threadIdx.x] + k + l + a + b;
}

__global__ void turning(int *out, int n)
{
    TURNS(i, n) { out[i] = 2 * i; NONE() }
    TURNS(i, (n) / 2)
        for (int k = 0;; ++k) {
            SKIPPED(k);
            FOUND(k + i)
            out[i] += k;
        }
}

__global__ void leaving(int *out, int n)
{
    int i = INDEX;
    INNER_CHECK(i, n - 3);
    if (i % 3 == 1) LEAVE;
    out[i] = 7 * i;
}

__global__ void half_spelled(int *out, const int *in, const int *more, int n)
{
    int i = INDEX;
    if (i < n) INTO(i) more[i] * 3 PLUS_IN;
}

#define BEGIN_AT(i, n) const int i = INDEX; if (i < (n)) {
#define END_AT }
__global__ void opening(int *out, const int *in, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    BEGIN_AT(j, n)
        out[j] += s[(j * 5) & 63];
    END_AT
}

#define HALVE(k) if (threadIdx.x < (k)) { s[threadIdx.x] += s[threadIdx.x + (k)]; } __syncthreads();
#define HALVE_ALL HALVE(32) HALVE(16) HALVE(8) HALVE(4) HALVE(2) HALVE(1)
__global__ void stepped(int *out, const int *in)
{
    __shared__ int s[64];
    s[threadIdx.x] = in[INDEX];
    __syncthreads();
    HALVE_ALL
    out[INDEX] = s[0] + (int)threadIdx.x;
}

#define IF_INSIDE if (INDEX < n)
#define OTHERWISE else
#define THREE_TIMES for (int k = 0; k < 3; ++k)
#define WHILE_ABOVE(m) while (t > (m))
#define CHOOSE(v) switch (v)
#define WHERE(made, c) if (made; c)
#define WHEN(n, what) case n: what; break
__global__ void headed(int *out, int n)
{
    int t = threadIdx.x;
    CHOOSE(t % 5) { WHEN(0, t += 7); case 1: t ^= 3; WHEN(2, t *= 3); default: t -= 1; }
    WHERE(int q = t, q > 5) t += q; OTHERWISE CHOOSE(n - t) { WHEN(4, t = 1); }
    IF_INSIDE out[INDEX] = t; OTHERWISE t = 2;
    THREE_TIMES t += k;
    WHILE_ABOVE(40) t /= 2;
    IF_INSIDE THREE_TIMES out[INDEX] += k * t;
    IF_INSIDE { t += out[INDEX]; }
    IF_INSIDE out[INDEX] = t + 1;
}

int main()
{
    const int n = 300;
    static int host[320];
    int *out, *in;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&in, 2 * sizeof host);
    for (int i = 0; i < 320; i++) host[i] = i * 31 % 50;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(in + 320, host, sizeof host, cudaMemcpyHostToDevice);
    for (int k = 0; k < 8; k++) {
        cudaMemset(out, 0, sizeof host);
        if (k == 0) checked<<<5, 64>>>(out, n);
        if (k == 1) declared<<<5, 64>>>(out, n);
        if (k == 2) turning<<<2, 64>>>(out, n);
        if (k == 3) leaving<<<5, 64>>>(out, n);
        if (k == 4) half_spelled<<<5, 64>>>(out, in, in + 320, n);
        if (k == 5) opening<<<5, 64>>>(out, in, n);
        if (k == 6) stepped<<<5, 64>>>(out, in);
        if (k == 7) headed<<<5, 64>>>(out, n);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 320; i++) printf("%d%c", host[i], i % 20 == 19 ? '\n' : ' ');
    }
}
