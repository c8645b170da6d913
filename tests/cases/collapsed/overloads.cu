// Overloads and specialisations for types that are one in HIP are told: HIP would see each defined twice.
#include <cuda.h>
#include <cuda_runtime.h>

namespace checks {
inline const char *text(cudaError_t error) { return cudaGetErrorString(error); }
inline const char *text(CUresult result) {  // want [collapsed] the output omits 'text' for CUresult
  const char *found = nullptr;
  cuGetErrorString(result, &found);
  return found;
}
}  // namespace checks

template <typename T>
struct Success;
template <>
struct Success<cudaError_t> {
  static constexpr cudaError_t value = cudaSuccess;
};
template <>
struct Success<CUresult> {  // want [collapsed] is defined twice
  static constexpr CUresult value = CUDA_SUCCESS;
};

class Log {
 public:
  void add(const char *what, cudaLimit limit, int = 0) const {}
  void add(const char *what, CUlimit which, int level = 1) const {}  // want [collapsed] 'add' is defined twice
};
