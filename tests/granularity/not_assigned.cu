// Objects that device code cannot assign, arrays without an initialiser, and types that `auto` names from elsewhere.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>
#include <utility>

template <class T> struct Told;
template <class T> struct Told {
    T v;
    __device__ Told(T x) : v(x) {}
};
template <class T> struct Fixed {
    T v;
    Fixed() = default;
    Fixed(const Fixed&) = default;
    Fixed& operator=(const Fixed&) = delete;
};
struct OfTheHost {
    int v;
    OfTheHost() = default;
    OfTheHost(const OfTheHost&) = default;
    OfTheHost& operator=(const OfTheHost& o) { v = o.v; return *this; }
};
struct Holding { OfTheHost part; int more; };
struct Five { int v; __device__ Five() : v(5) {} };

namespace deep {
struct Cell {
    struct Part { int q; };
    enum Mode { odd, even };
    int a;
    Part part;
    __device__ Mode mode() const { return a & 1 ? odd : even; }
    __device__ const Part* whole() const { return &part; }
};
__device__ Cell cell(int v) { return {v, {v * 2}}; }
template <class T> struct Steps {
    struct It { const T* p; __device__ T operator*() const { return *p; } };
    typedef T value_type;
    const T* all;
    __device__ It begin() const { return {all}; }
    __device__ value_type first() const { return *all; }
};
}

__global__ void made(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    std::pair<int, int> p = {}, q{1, i}, r = {i, 3};
    Told<int> t = i;
    Fixed<int> f = {};
    Holding h = {};
    p.first = i, f.v = i * 3, h.part.v = i * 5;
    __syncthreads();
    out[i] = p.first + q.second * 3 + r.first * 5 + p.second + t.v + f.v * 7 + h.part.v + h.more;
}

__global__ void changed(int* out, Fixed<int> f, Holding h)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    f.v += i, h.more ^= i;
    __syncthreads();
    out[i] += f.v + h.more * 3;
}

template <class T, int width> __global__ void in_arrays(int* out, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n) return;
    T t[sizeof(T) / 2 * width];
    float4 quads[2];
    for (int k = 0; k < 2; ++k) {
        Five fives[2][2];
        fives[k][1].v += i;
        __syncthreads();
        out[i] += fives[0][1].v + fives[1][1].v * 3 + fives[1 - k][1].v * 7;
    }
    t[1] = i, quads[1].y = i;
    __syncthreads();
    out[i] += t[1] + (int)quads[1].y;
}

__global__ void deduced(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    auto c = deep::cell(i);
    auto part = c.part;
    auto mode = c.mode();
    auto whole = c.whole();
    const auto& part_of_c = c.part;
    deep::Steps<int> steps{out + i};
    auto it = steps.begin();
    auto first = steps.first();
    __syncthreads();
    part.q += 3;
    out[i] = *it + first * 3 + c.a + part.q * 5 + mode + whole->q + part_of_c.q * 7;
}

int main()
{
    const int n = 5 * 64;
    int *out, host[n];
    cudaMalloc(&out, sizeof host);
    auto shown = [&] {
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i += 7) printf("%d ", host[i]);
        printf("\n");
    };
    Fixed<int> f{};
    Holding h = {};
    f.v = 3, h.more = 7;
    made<<<5, 64>>>(out), shown();
    changed<<<5, 64>>>(out, f, h), shown();
    in_arrays<int, 3><<<5, 64>>>(out, n - 40), shown();
    deduced<<<5, 64>>>(out), shown();
    return 0;
}
