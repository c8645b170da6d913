// A kernel that makes no object of the class whose members' initial values use an index.
// schedule: free_of_it: thread(x=2)
// schedule: free_of_it: block(x=2)
#include <cstdio>
namespace near {
struct Cell {
    int own = 1, at = threadIdx.x;
};
}
using namespace near;
using Own = Cell;
typedef near::Cell Row[2], Other;
struct Holder { int n; Own held; };
struct Derived final : public Cell { int more = 2; };
#define MAKE(name) Cell name
template <typename T, int N>
struct Both { T v[N]; };
template <typename T>
using Twice = Both<Own, 2>;
template <typename T>
struct Traits;
template <>
struct Traits<int> { typedef Own type; };
__device__ auto given() { return Cell(); }
struct Maker { __device__ Holder made_whole(); __device__ Cell made() { return made_whole().held; } };
__device__ Holder Maker::made_whole() { return Holder(); }
struct Plain { int at = 3; };
__device__ int plain_value(Plain p) { return p.at; }
__global__ void free_of_it(int* out)
{
    Plain p;
    out[blockIdx.x * 64 + threadIdx.x] += plain_value(p) + threadIdx.x;
}
__global__ void plain(int* out)
{
    Cell c;
    out[blockIdx.x * 64 + threadIdx.x] = c.at + c.own;
}
int main()
{
    int *d, h[256];
    cudaMalloc(&d, sizeof h);
    plain<<<4, 64>>>(d);
    free_of_it<<<4, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < 256; ++i)
        sum = sum * 31 + h[i];
    printf("%ld\n", sum);
}
