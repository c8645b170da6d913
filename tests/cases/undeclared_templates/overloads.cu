// Definitions of templates that their namespace does not declare: nvcc takes them for further overloads.
namespace a {
template <class T, int N = 3> __device__ void f(T *x, int y);
template <class T> __device__ T same(T x);
namespace b {
template <class T> __device__ int g(T);
}
}  // namespace a

template <class T, int N>
__device__ void a::f(T *x, int z,  // how many
                     float y) {
  *x = z + y;
}

// Another number of the template's parameters.
template <class T, class U> __device__ int a::b::g(T x) { return sizeof(U); }

namespace a {
template <class T>
__device__ inline int b::g(T (&x)[4], int n, T last) {
  return x[n] + last;
}
}  // namespace a

template <class U> __device__ U a::same(U x) { return x; }  // declared, with another name of its parameter

__global__ void k(int *p) {
  int four[4] = {1, 2, 3, 4};
  a::f<int, 3>(p, 1, 2.f);
  *p += a::b::g<int, double>(*p) + a::b::g(four, 2, 1) + a::same(3);
}

int main() {
  int *p;
  cudaMalloc(&p, sizeof(int));
  k<<<1, 1>>>(p);
}
