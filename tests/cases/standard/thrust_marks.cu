// Thrust's configuration is in every header of CUB's, and in none of hipCUB's.
#include <cuda_runtime.h>

struct Twice {
  __thrust_exec_check_disable__
  template <typename T> __host__ __device__ T operator()(T x) const { return 2 * x; }
};
__global__ void k(int *p) { *p = Twice()(*p); }
