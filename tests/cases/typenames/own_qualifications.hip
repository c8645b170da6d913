// nvcc takes a declaration that names the class it stands in: templates, and with -Xcompiler -fpermissive all.
#include <hip/hip_runtime.h>

struct Policy {
  int n;
  Policy() : n(0) {}
  ~Policy() {}
  void grow() { n++; }
  bool operator==(const Policy &other) const { return n == other.n; }
  static hipError_t sync() { return hipDeviceSynchronize(); }
  __host__ __device__ int size() const;
};
__host__ __device__ int Policy::size() const { return n; }

namespace a {
struct Launch {
  int n;
  template <typename... A> Launch(int n, void (*f)(A...), A... a) : n(n) {}
  template <typename T> T as() const { return T(n); }
};
} // namespace a

__global__ void k(int *n, Policy *p) { *n = p->size(); }
int main() {
  int *n = nullptr;
  k<<<1, 1>>>(n, nullptr);
  return a::Launch(1, k, n, (Policy *)nullptr).as<int>() + Policy::sync();
}
