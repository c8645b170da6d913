// Stores by the sum of an array and a number, and by operators of constant objects; what these objects lead to.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: serial(x=2) thread(x=2)
#include <cstdio>

struct Pair {
    int first, second;
};
struct Pairs {
    Pair all[2];
};
struct Span {
    int* data;
    int count;
    __device__ int& operator[](int k) const { return data[k]; }
};
struct Matrix {
    int *data, width;
    __device__ Span operator[](int row) const { return Span{data + row * width, width}; }
};
struct Bit {
    unsigned* word;
    int at;
    __device__ Bit& operator=(bool on)
    {
        *word = on ? *word | 1u << at : *word & ~(1u << at);
        return *this;
    }
};
struct Bits {
    unsigned words[2];
    __device__ Bit operator[](int k) { return Bit{words + k / 32, k % 32}; }
};
struct Counted {
    int* hits;
    __device__ int operator[](int k) const { return *hits += k; }
    __device__ int operator-() const { return *hits ^= 5; }
};
struct Cache {
    mutable int last;
    int value;
    __device__ void keep(int v) const { last = v; }
};
__device__ const Pair* place(const Pair& p) { return &p; }
#define INDEX blockIdx.x * 64 + threadIdx.x

__global__ void sums(int* out, const int* in, int n)
{
    int a[4] = {1, 2, 3, n}, grid[2][2] = {{n, 1}, {2, n}};
    Pairs pairs = {{{n, n}, {n, n}}};
    *(a + 1) = in[INDEX];
    *(2 + a) += in[INDEX];
    *((unsigned char*)a + 12) = in[INDEX];
    *(*(grid + 1) + 1) = in[INDEX];
    (pairs.all + 1)->second = in[INDEX];
    out[INDEX] = a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3] + grid[1][1] + pairs.all[1].second;
}

__global__ void views(int* out, const int* in, int n)
{
    int a[4] = {1, 2, 3, n}, b[4] = {n, n, n, n};
    const Span span{a, 4};
    Matrix matrix{b, 2};
    span[1] = in[INDEX];
    ++span[2];
    matrix[1][1] += in[INDEX];
    out[INDEX] = a[1] + 3 * a[2] + 5 * b[3];
}

template <class View> __global__ void dependent(int* out, const int* in, int n)
{
    int a[4] = {1, 2, 3, n};
    View view{a, 4};
    view[1] = in[INDEX];
    out[INDEX] = a[1] + a[3];
}

__global__ void proxies(int* out, const int* in, int n)
{
    Bits bits = {{7, 7}};
    auto bit = bits[5];
    bit = in[INDEX] & 1;
    out[INDEX] = bits.words[0] + n;
}

__global__ void counted(int* out, const int* in, int n)
{
    int hits = n;
    const Counted count{&hits};
    int seen = count[in[INDEX]];
    if (in[INDEX] & 1) -count;
    out[INDEX] = hits + seen;
}

__global__ void constants(int* out, const int* in, int n)
{
    Pair pair = {n, n};
    const Cache cache = {n, n};
    const_cast<Pair*>(place(pair))->second = in[INDEX];
    cache.keep(in[INDEX]);
    out[INDEX] = pair.second + 3 * cache.last;
}

int main()
{
    const int size = 5 * 64;
    static int host[size];
    int *in, *out;
    for (int i = 0; i < size; i++) host[i] = (i * 37 + 11) % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    auto print = [&](const char* name) {
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        unsigned hash = 0;
        for (int value : host) hash = hash * 31 + value;
        std::printf("%s %u\n", name, hash);
    };
    sums<<<5, 64>>>(out, in, 6), print("sums");
    views<<<5, 64>>>(out, in, 6), print("views");
    dependent<Span><<<5, 64>>>(out, in, 6), print("dependent");
    proxies<<<5, 64>>>(out, in, 6), print("proxies");
    counted<<<5, 64>>>(out, in, 6), print("counted");
    constants<<<5, 64>>>(out, in, 6), print("constants");
}
