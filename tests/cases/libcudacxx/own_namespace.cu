// A namespace `cuda` of the program's own, in another, beside libcu++'s.
#include <cuda/std/limits>
namespace app {
namespace cuda {
__device__ float f(float x) { return x; }
}
}
#define INF ::cuda::std::numeric_limits<float>::infinity()
__global__ void k(float *out) { out[0] = app::cuda::f(INF); }
