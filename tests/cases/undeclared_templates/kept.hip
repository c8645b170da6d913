// Where other words would have to declare it, or where it may be a declared one, the definition stays.
#include <hip/hip_runtime.h>
namespace a {
template <class T> __device__ void defaulted(T x);
template <class T> __device__ void other_type(T x, int n);
void plain();
}  // namespace a

template <class T> __device__ void a::defaulted(T x, int n = 3) {}      // want [parse] clang cannot read .* places
template <class T> __device__ void a::other_type(T x, float n) {}
template <class T> __device__ void a::plain(T x, float n) {}

__global__ void k(int *p) { *p = 1; }
