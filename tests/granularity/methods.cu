// Methods that use indices, in every spelling of a call; loops over ranges whose steps only compute; the compiler's
// own functions that do.
// schedule: thread(x=2) block(x=2)
#include <cstdio>
struct Reader {
    const int* from;
    int n;
    __device__ int at(int k) const { return from[(blockIdx.x * blockDim.x + threadIdx.x + k) % n]; }
    __device__ int near() const
    {
        int sum = 0;
        for (int k = 0; k < 3; ++k) sum += at(k) + this->at(k + 1) * 2 + (*this).at(0);
        return sum;
    }
};
struct Place {
    enum { WIDTH = 3 };
    static __device__ int thread() { return threadIdx.x; }
    static __device__ __forceinline__ int whole() { return thread() + blockIdx.x * blockDim.x; }
    template <class U> __device__ U wide(U by) const { return (U)WIDTH * by + (U)blockIdx.x; }
    template <class U> __device__ U later(U by) const;
};
template <class U> __device__ U Place::later(U by) const { return by + (U)thread(); }
template <class T> class Sum {
    T value = T();
    __device__ T own(T x) { return x + (T)threadIdx.x; }
public:
    __device__ void add(T x);
    __device__ T get() const { auto by = [&] { return (T)threadIdx.x; }; return value + by(); }
};
template <class T> __device__ void Sum<T>::add(T x) { value += own(x); }
namespace grid {
struct Stride {
    int n;
    __device__ int begin() const;
    __device__ int step() const { return blockDim.x * gridDim.x; }
};
inline __device__ int Stride::begin() const { return blockIdx.x * blockDim.x + threadIdx.x; }
}
__global__ void methods(int* out, const int* in, int n)
{
    Reader reader{in, n}, *pointer = &reader;
    const grid::Stride stride{n};
    for (int i = stride.begin(); i < stride.n; i += stride . step ()) out[i] = in[i];
    __syncthreads();
    Sum<int> whole;
    Sum<float> real;
    whole.add(in[Place::whole()]), real.add(2);
    __syncthreads();
    int found = reader.near() + pointer->at(7) + (*pointer).at(Place::thread()) + whole.get() + (int)real.get();
    out[Place::whole()] = found + Place().wide(3) + Place{}.later(2) + Place().later<short>(3);
}

struct Step {
    int k, by;
    __device__ int operator*() const { return k; }
    __device__ Step& operator++() { k += by; return *this; }
    __device__ friend bool operator!=(const Step& a, const Step& b) { return a.k < b.k; }
};
struct Steps {
    int first, last, by;
    __device__ Step begin() const { return {first, by}; }
    __device__ Step end() const { return {last, by}; }
};
struct Row {
    int of[4];
    __device__ int* begin() { return of; }
    __device__ int* end() { return of + 4; }
};
__global__ void ranges(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int k : Steps{i, n, (int)(gridDim.x * blockDim.x) / 2}) sum = sum * 3 + in[k];
    Row row = {{in[i], i, 3, 4}};
    for (auto& e : row) e += in[i] & 3;
    __syncthreads();
    for (int e : row) sum = sum * 5 + e;
    out[i] = sum;
}

template <class T> __global__ void builtins(T* out, const T* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, more, less;
    bool over = __builtin_add_overflow(in[i], (int)threadIdx.x, &more);
    __syncthreads();
    __builtin_sub_overflow(more, n, &less);
    unsigned bits = in[i];
    out[i] = __builtin_popcount(bits) + __builtin_clzll(bits | 1) * 3 + __builtin_ctz(bits | 8) + __builtin_abs(less) + over;
    if (__builtin_expect(__builtin_isnan((float)in[i]), 0)) out[i] = 1;
    out[i] += (int)__builtin_sqrtf((float)(bits & 255)) + (int)__builtin_bswap32(bits) % 7 + __builtin_parity(bits);
}

int main()
{
    const int n = 5 * 64;
    int *in, *out, host[n];
    cudaMalloc(&in, sizeof host), cudaMalloc(&out, sizeof host);
    for (int i = 0; i < n; ++i) host[i] = i * 37 % 101 - 20;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int kind = 0; kind < 3; ++kind) {
        if (kind == 0) methods<<<5, 64>>>(out, in, n);
        if (kind == 1) ranges<<<5, 64>>>(out, in, n);
        if (kind == 2) builtins<<<5, 64>>>(out, in, n);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        int all = 0;
        for (int v : host) all = all * 31 + v;
        printf("%d %d %d %d\n", all, host[0], host[77], host[n - 1]);
    }
}
