// Members and qualified names are their owner's; a name in a namespace of CUDA's is CUDA's.
#include <cuda_runtime.h>

struct Allocator {
  int cudaMalloc;
  static int cudaFree(int n) { return n; }
  int cudaMemset() const { return cudaMalloc; }
};
namespace lib {
inline int cudaHostAlloc(int n) { return n; }
enum class Kind { cudaSuccess, cudaError };
}  // namespace lib

int f(Allocator a, Allocator *b, void *p) {
  ::cudaFree(p);
  return a.cudaMalloc + b->cudaMemset() + Allocator::cudaFree(1) + lib::cudaHostAlloc(2) +
         int(lib::Kind::cudaSuccess) + int(cudaSuccess);
}
