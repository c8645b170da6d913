// CUB has gained names since programs were written that say `using namespace cub`: theirs go by their own.
#include <cub/cub.cuh>
using namespace cub;

__device__ inline double3 Difference(const double *x, int a, int b) { return make_double3(x[a] - x[b], 0, 0); }
namespace mine {
__device__ inline int Equality(int a) { return a; }
}

struct Both {
  int Difference;
};

__global__ void kernel(double *x) {
  double3 d = Difference(x, 0, 1);
  x[2] = d.x + ::Difference(x, 1, 0).x + mine::Equality(1);
}
