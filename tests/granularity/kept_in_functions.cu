// Functions with shared memory of their own that are inlined at several places: what one call stores there, the next
// one finds; so it is in functions that call them, in templates with each list of arguments, and with dynamic memory.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: thread(x=2) block(x=2)
// schedule: pack(x=2)
// schedule: serial(x=2)
#include <cstdio>
#define SIDE 64
constexpr int side = 64;
namespace near {
struct Cell { int v; };
}
__device__ void counted(int* s)
{
    __shared__ int kept[SIDE];
    if (s[64] == 0)
        kept[threadIdx.x] = 0;
    kept[threadIdx.x] += s[threadIdx.x];
    __syncthreads();
    s[threadIdx.x] += kept[63 - threadIdx.x];
}
__device__ void counted_twice(int* s)
{
    counted(s);
    __syncthreads();
    if (threadIdx.x == 0)
        s[64] = 1;
    __syncthreads();
    counted(s);
}
template <typename T, int N>
__device__ T summed(T v, bool first)
{
    static __shared__ T kept[side], last;
    if (first && threadIdx.x == 0)
        last = N;
    kept[threadIdx.x] = v;
    __syncthreads();
    T sum = last;
    for (int i = 0; i < N; ++i)
        sum += kept[(threadIdx.x + i) % side];
    __syncthreads();
    if (threadIdx.x == 0)
        last = sum;
    __syncthreads();
    return sum;
}
__device__ void in_a_scope(int* s, bool first)
{
    int kept = s[threadIdx.x];
    if (kept > -1000) {
        __shared__ near::Cell cells[2 * SIDE], more;
        if (first)
            cells[threadIdx.x + 64] = near::Cell{kept};
        if (first && threadIdx.x == 5)
            more = near::Cell{7};
        s[threadIdx.x] = cells[threadIdx.x + 64].v * 3 + kept;
    }
    __syncthreads();
    s[threadIdx.x] += s[64];
}
__device__ void dynamic_too(int* s, bool first)
{
    extern __shared__ int pool[];
    if (first)
        pool[threadIdx.x] = s[threadIdx.x] * 2;
    __syncthreads();
    s[threadIdx.x] += pool[(threadIdx.x + 1) % 64];
    __syncthreads();
}
__device__ int once(int v)
{
    const int n = 64;
    __shared__ int kept[n];
    kept[threadIdx.x] = v;
    __syncthreads();
    return kept[63 - threadIdx.x];
}
#define HEAD                                                                                                         \
    __shared__ int s[65];                                                                                            \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                   \
    s[threadIdx.x] = i;                                                                                              \
    if (threadIdx.x == 0)                                                                                            \
        s[64] = 0;                                                                                                   \
    __syncthreads();
__global__ void directly(int* out)
{
    HEAD
    counted(s);
    __syncthreads();
    if (threadIdx.x == 0)
        s[64] = 1;
    __syncthreads();
    counted(s);
    out[i] = s[threadIdx.x];
}
__global__ void by_others(int* out)
{
    HEAD
    counted_twice(s);
    __syncthreads();
    counted(s);
    out[i] = s[threadIdx.x];
}
__global__ void of_templates(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, kept = i;
    int a = summed<int, 3>(i, true);
    float b = summed<float, 3>(a * 0.5f, true);
    a = summed<int, 3>(kept + a, false);
    b = summed<float, 3>(b, false);
    int c = summed<int, 2>(a, true);
    out[i] = a + (int)b + c;
}
__global__ void in_larger_expressions(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, a = i;
    const int b = 2 * summed<int, 3>(i, true) - i, c = (int)summed<float, 3>(a, true) % 1000 + b;
    a += max(summed<int, 3>(c, false), -summed<int, 2>(i % 9 + b, true)) / (c % 7 + 9);
    out[i] = (a & 0xffff) + summed<int, 2>(threadIdx.x, false) % 100;
}
struct Sum { __device__ int operator()(int a, int b) const { return a + b; } };
namespace near {
struct Most { int least; __device__ int operator()(int a, int b) const { return max(max(a, b), least); } };
}
template <class Op> __device__ int reduced(int v, Op op, bool first)
{
    __shared__ int kept[side];
    kept[threadIdx.x] = first ? v : op(v, kept[threadIdx.x]);
    __syncthreads();
    for (int half = side / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) kept[threadIdx.x] = op(kept[threadIdx.x], kept[threadIdx.x + half]);
        __syncthreads();
    }
    v = kept[0];
    __syncthreads();
    kept[threadIdx.x] = v - threadIdx.x;
    return v;
}
template <class Op> __device__ int reduced_twice(int v, const Op& op)
{
    const Op own = op;
    int r = reduced(v, own, false);
    return r;
}
__global__ void of_functors(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = reduced(i % 5, Sum(), true);
    const near::Most most{3};
    int b = reduced(a + i % 7, most, true);
    int c = reduced_twice(b - i, Sum());
    out[i] = a + 3 * b + 5 * c + reduced(i, near::Most{4}, false) - reduced(c, Sum(), false);
}
struct Pair { float x; int bits : 3; };
__device__ int level = 2;
__device__ int changed(int v, int* s)
{
    s[threadIdx.x] += v;
    __syncthreads();
    v = s[63 - threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = v + 1;
    return v;
}
struct Reaches { int& to; };
__device__ int reached(Reaches r, int v, int* s)
{
    s[threadIdx.x] += v;
    __syncthreads();
    r.to += s[63 - threadIdx.x] % 16;
    __syncthreads();
    return r.to;
}
__global__ void beside_loads(int* out, const int* in)
{
    HEAD
    int own = 3, *held = &own;
    Pair pair[2] = {{0.5f, 1}, {i * 1.5f, 2}}, *p = pair + 1;
    int a = s[threadIdx.x] + changed(in[i], s) - s[threadIdx.x];
    *held += a % 8;
    float b = p->x * changed(own, s) + own, c = s[threadIdx.x];
    own -= pair[0].bits + changed(p->bits, s);
    int far = i;
    Reaches to{far};
    own += (int)(100 * ((float)in[i] / (changed(i & 7, s) | 1)) + 100 * ((float)(s[threadIdx.x]) / (changed(3, s) | 1)));
    own ^= (unsigned char)in[i] + (short)(in[i]) / (changed((in[i]) & 3, s) | 1);
    own += far % 32 + reached(to, 3, s) % 64 - far % 16;
    out[i] += (in[i] - *held) * changed(s[threadIdx.x], s) + out[i] + (int)(b + c) % 1000;
    out[i] ^= level + changed(i, s) - changed(in[i], s) * s[threadIdx.x] % 5;
}
template <typename T>
__global__ void of_its_own(T* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T a = summed<T, 3>(i, true);
    a = summed<T, 3>(a, false);
    out[i] = a;
}
__global__ void deeper(int* out)
{
    HEAD
    in_a_scope(s, true);
    __syncthreads();
    in_a_scope(s, false);
    out[i] = s[threadIdx.x];
}
__global__ void of_dynamic(int* out)
{
    HEAD
    dynamic_too(s, true);
    dynamic_too(s, false);
    out[i] = s[threadIdx.x];
}
__global__ void called_once(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    static const int by[2][2] = {{1, 2}, {3, 4}};
    static const int* const last = nullptr;
    int v = once(i);
    out[i] = last ? 0 : v * by[v & 1][1];
}
int main()
{
    int *d, h[256];
    cudaMalloc(&d, sizeof h);
    auto show = [&](const char* name) {
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
        long sum = 0;
        for (int i = 0; i < 256; ++i)
            sum = sum * 31 + h[i];
        printf("%s %ld\n", name, sum);
    };
    directly<<<4, 64>>>(d), show("directly");
    by_others<<<4, 64>>>(d), show("by others");
    of_templates<<<4, 64>>>(d), show("of templates");
    in_larger_expressions<<<4, 64>>>(d), show("in larger expressions");
    of_its_own<<<4, 64>>>(d), show("of its own");
    of_functors<<<4, 64>>>(d), show("of functors");
    beside_loads<<<4, 64>>>(d, d), show("beside loads");
    deeper<<<4, 64>>>(d), show("deeper");
    of_dynamic<<<4, 64, 64 * sizeof(int)>>>(d), show("of dynamic");
    called_once<<<4, 64>>>(d), show("called once");
}
