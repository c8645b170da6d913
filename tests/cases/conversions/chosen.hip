// retarget: --arch gfx90a
// Conversions between what templates' arguments name: told with -v.
#include <hip/hip_runtime.h>

template <typename T, typename U> __global__ void convert(T *out, const U *in, U scale) {
  int i = threadIdx.x;
  out[i] = (T)in[i], out[i] = T(in[i] * scale), out[i] = in[i];
  T own = scale;
  out[i + 1] = own + (T)i + T(0);
}
template <typename T> __device__ T made(float x) { return x; }
template <typename T> __device__ T same(T a, T b) { T c = a + b; return a * b + c; }
