// nvcc's max and min take any two arithmetic types; HIP's do not.
#include <cuda_runtime.h>

__global__ void clamp(float *a, int n, unsigned u) {
  a[0] = max(n, 0u);
  a[1] = min(a[0], 1);
  a[2] = max(1.0, a[1]);
}
