// A namespace `cuda` of the program's own, in another, beside libcu++'s.
#include <hip/hip_runtime.h>
#include <limits>
namespace app {
namespace cuda {
__device__ float f(float x) { return x; }
}
}
#define INF ::std::numeric_limits<float>::infinity()
__global__ void k(float *out) { out[0] = app::cuda::f(INF); }
