// nvcc takes `template` in front of a call without template arguments.
#include <cuda_runtime.h>

struct Field {
  template <int N = 1> __device__ static int mul(int a, int b) { return N * a * b; }
  template <class T = int> __device__ T get() const { return 3; }
  template <class T> struct Box {
    T value;
    __device__ Box(T v) : value(v) {}
  };
};
template <class F> __global__ void k(int *p, F f) {
  F *q = &f;
  *p = F::template mul(2, 3) + F::template mul<2>(2, 3) + f.template get() + q->template get() + f.template get<int>();
  *p += typename F::template Box<int>(4).value;
}
int main() {
  k<<<1, 1>>>((int *)0, Field());
  return 0;
}
