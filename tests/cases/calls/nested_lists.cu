// Two lists that close with one token, as C++11 has them, within an argument.
#include <cuda_runtime.h>

template <int N>
struct Degree {};
template <typename D, typename Direction>
struct Transform {};
struct Forward {};

template <typename T>
__global__ void kernel(float *data) { data[threadIdx.x] = 1; }

int main(int count, char **) {
  cudaFuncSetAttribute(kernel<Transform<Degree<2048>, Forward>>, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096 >> count);
  cudaFuncSetCacheConfig(kernel<Transform<Transform<Degree<8>, Transform<Degree<4>, Degree<2>>>, Forward>>, cudaFuncCachePreferL1);
  return count < 2 ? cudaFuncSetAttribute(kernel<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, count < 3 && 4 >> count) : 0;
}
