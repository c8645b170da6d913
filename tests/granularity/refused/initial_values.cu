// Initial values of members that use an index: every way to make such an object counts, and each kernel that is a template.
// refused: plain | thread(x=2) | 18 | depends on who makes it
// refused: by_alias | thread(x=2) | 18 | depends on who makes it
// refused: by_type_name | thread(x=2) | 18 | depends on who makes it
// refused: by_holder | thread(x=2) | 18 | depends on who makes it
// refused: by_derived | thread(x=2) | 18 | depends on who makes it
// refused: by_macro | thread(x=2) | 18 | depends on who makes it
// refused: by_function | thread(x=2) | 18 | depends on who makes it
// refused: by_declared_type | thread(x=2) | 18 | depends on who makes it
// refused: by_traits | thread(x=2) | 18 | depends on who makes it
// refused: by_member | thread(x=2) | 18 | depends on who makes it
// refused: by_pair | thread(x=2) | 18 | depends on who makes it
// refused: by_alias_template | thread(x=2) | 18 | depends on who makes it
// refused: by_argument | thread(x=2) | 18 | depends on who makes it
#include <cuda_runtime.h>
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
__global__ void plain(int* out)
{
    Cell c;
    out[blockIdx.x * 64 + threadIdx.x] = c.at;
}
__global__ void by_alias(int* out)
{
    Own c;
    out[blockIdx.x * 64 + threadIdx.x] = c.at;
}
__global__ void by_type_name(int* out)
{
    Other c;
    out[blockIdx.x * 64 + threadIdx.x] = c.at;
}
__global__ void by_holder(int* out)
{
    Holder c;
    out[blockIdx.x * 64 + threadIdx.x] = c.held.at;
}
__global__ void by_derived(int* out)
{
    Derived c;
    out[blockIdx.x * 64 + threadIdx.x] = c.at;
}
__global__ void by_macro(int* out)
{
    MAKE(c);
    out[blockIdx.x * 64 + threadIdx.x] = c.at;
}
__global__ void by_function(int* out)
{
    auto c = given();
    out[blockIdx.x * 64 + threadIdx.x] = c.at;
}
__global__ void by_declared_type(int* out)
{
    decltype(given()) c;
    out[blockIdx.x * 64 + threadIdx.x] = c.at;
}
__global__ void by_traits(int* out)
{
    Traits<int>::type c;
    out[blockIdx.x * 64 + threadIdx.x] = c.at;
}
__global__ void by_member(int* out)
{
    auto c = Maker().made();
    out[blockIdx.x * 64 + threadIdx.x] = c.at;
}
__global__ void by_pair(int* out)
{
    Both<Own, 2> c;
    out[blockIdx.x * 64 + threadIdx.x] = c.v[1].at;
}
__global__ void by_alias_template(int* out)
{
    Twice<int> c;
    out[blockIdx.x * 64 + threadIdx.x] = c.v[0].at;
}
template <typename T>
__global__ void by_argument(T* out)
{
    T c;
    out[blockIdx.x * 64 + threadIdx.x] = c;
}
int main()
{
    int* d;
    cudaMalloc(&d, 1024);
    plain<<<4, 64>>>(d);
    by_alias<<<4, 64>>>(d);
    by_type_name<<<4, 64>>>(d);
    by_holder<<<4, 64>>>(d);
    by_derived<<<4, 64>>>(d);
    by_macro<<<4, 64>>>(d);
    by_function<<<4, 64>>>(d);
    by_declared_type<<<4, 64>>>(d);
    by_traits<<<4, 64>>>(d);
    by_member<<<4, 64>>>(d);
    by_pair<<<4, 64>>>(d);
    by_alias_template<<<4, 64>>>(d);
    by_argument<<<4, 64>>>(d);
}
