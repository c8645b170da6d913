// Arrays of objects that a list begins, which are made where they stay.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: serial(x=2) thread(x=2)
#include <cstdio>

struct Doubled {
    int v;
    __device__ Doubled() : v(5) {}
    __device__ Doubled(int x) : v(x) {}
    __device__ Doubled(int x, int y) : v(x * y) {}
    __device__ Doubled& operator=(const Doubled& other) { v = other.v * 2; return *this; }
};
struct Cell {
    int value, *place;
    __device__ Cell(int v) : value(v), place(&value) {}
    __device__ Cell() : Cell(3) {}
};
struct Plain { int a, b; };
#define INDEX blockIdx.x * 64 + threadIdx.x

__global__ void listed(int* out, int n)
{
    int i = INDEX;
    Doubled s[2] = {i, Doubled(n, 2)}, t[3]{i, n};
    Plain p[2] = {{n, i}}, q[2][2] = {{{n, n}}, {{i, 1}, {2, i}}};
    __syncthreads();
    out[i] = s[0].v + s[1].v * 3 + t[0].v * 5 + t[1].v * 7 + t[2].v + p[0].b + p[1].a + q[0][0].b + q[1][1].b * 3;
}

__global__ void with_places(int* out, int n)
{
    int i = INDEX;
    Cell c[2] = {Cell(n), Cell()}, d[2] = {i, n};
    *c[1].place += i;
    *d[0].place -= n;
    __syncthreads();
    out[i] = c[0].value + c[1].value * 3 + *c[1].place * 5 + d[0].value * 7 + *d[1].place;
}

template <class T, int N> __global__ void in_templates(int* out, int n)
{
    int i = INDEX;
    T c[N] = {T(n), T(i)};
    __syncthreads();
    out[i] = c[0].v + c[1].v * 3 + c[N - 1].v * 5;
}

int main()
{
    const int size = 5 * 64;
    static int host[size];
    int* out;
    cudaMalloc(&out, sizeof host);
    auto print = [&](const char* name) {
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        unsigned hash = 0;
        for (int value : host) hash = hash * 31 + value;
        std::printf("%s %u\n", name, hash);
    };
    listed<<<5, 64>>>(out, 6), print("listed");
    with_places<<<5, 64>>>(out, 6), print("with_places");
    in_templates<Doubled, 3><<<5, 64>>>(out, 6), print("in_templates");
}
