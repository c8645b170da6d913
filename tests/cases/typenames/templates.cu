// Templates of a parameter's class without `template`: gcc and nvcc take them.
#include <memory>

template <class A>
struct Pool {
  using Numbers = typename std::allocator_traits<A>::rebind_alloc<int>;
  typename std::allocator_traits<A>::template rebind_alloc<float> others;
  Numbers numbers;
};

struct Sum {
  template <int n>
  __device__ int of(int v) const { return n * v; }
};
template <class S>
__global__ void k(S sum, int *out) { out[0] = sum.template of<2>(out[1]); }

void run(Pool<std::allocator<char>> pool, int *out) {
  k<<<1, 32>>>(Sum(), out ? out : pool.numbers.allocate(1));
}
