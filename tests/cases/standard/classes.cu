// What <math.h> declares and <cmath> does not: nvcc's headers include it.
#include <cuda_runtime.h>

#include <cmath>

template <typename T>
int faults(const T* values, int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    if (!isfinite(values[i])) found++;
  return found;
}

__global__ void kernel(float* a) { a[threadIdx.x] = isnan(a[threadIdx.x]) ? 0 : 1; }

int main() {
  kernel<<<1, 32>>>(nullptr);
  float a[2] = {1, 2};
  return faults(a, 2) + std::isinf(a[0]);
}
