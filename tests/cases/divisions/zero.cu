// retarget: --arch gfx90a
// Divisions by 0: a constant is told once, others are counted.
#include <cuda_runtime.h>
#define NOTHING 0

template <int N> __device__ int shared_out(int x) { return x / N + x % (N + 1); }

__global__ void divide(int *out, const int *in, int n, float f) {
  int i = threadIdx.x;
  out[i] = in[i] / 0;  // want [integer-division] divided by 0
  out[i] %= NOTHING;  // want [integer-division] divided by 0
  out[i] = in[i] / in[i + 1] + in[i] % n + i / (blockDim.x + 1) + i % 7 + shared_out<3>(i);
  if (n > 0) out[i] += i / n;
  out[i] += f / 0;
}
