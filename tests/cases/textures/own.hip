// retarget: --arch gfx942
// The user's own `texture` and `tex2D`: none of CUDA's.
#include <hip/hip_runtime.h>
namespace mine {

template <class T>
struct texture {
  const T *memory;
};

__constant__ texture<float> values;

__device__ float tex2D(const texture<float> &image, int x, int y) { return image.memory[64 * y + x]; }

__global__ void read(float *out) { out[threadIdx.x] = tex2D(values, threadIdx.x, 0); }

}  // namespace mine
