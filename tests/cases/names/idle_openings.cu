// A namespace without a counterpart may be opened where nothing of it is used.
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;
using namespace nvcuda::wmma;
namespace app {
using namespace ::nvcuda;
}

// wmma is named in this comment alone
__global__ void k(float *p) { p[threadIdx.x] = 1.0f; }
