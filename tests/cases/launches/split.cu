// nvcc takes blanks inside the launch brackets, clang does not.
#include <cuda_runtime.h>
#include <iostream>

template <typename T>
__global__ void fill(T *a, T value) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

template <typename T>
struct Shown {
  T value;
};
template <typename T>
std::ostream &operator<<(std::ostream &out, const Shown<T> &s) {
  return out << s.value;
}
template std::ostream &operator<< <int>(std::ostream &, const Shown<int> &);

int main() {
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  fill<< <4, 64 >> >(a, 1);
  fill<int> << < 4, 64, 0 >> > (a, 2);
  std::cout << (1 << 2) << "\n";
  return 0;
}
