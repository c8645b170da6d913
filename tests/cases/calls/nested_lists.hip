// Two lists that close with one token, as C++11 has them, within an argument.
#include <hip/hip_runtime.h>

template <int N>
struct Degree {};
template <typename D, typename Direction>
struct Transform {};
struct Forward {};

template <typename T>
__global__ void kernel(float *data) { data[threadIdx.x] = 1; }

int main(int count, char **) {
  hipFuncSetAttribute(reinterpret_cast<const void*>(kernel<Transform<Degree<2048>, Forward>>), hipFuncAttributeMaxDynamicSharedMemorySize, 4096 >> count);
  hipFuncSetCacheConfig(reinterpret_cast<const void*>(kernel<Transform<Transform<Degree<8>, Transform<Degree<4>, Degree<2>>>, Forward>>), hipFuncCachePreferL1);
  return count < 2 ? hipFuncSetAttribute(reinterpret_cast<const void*>(kernel<int>), hipFuncAttributeMaxDynamicSharedMemorySize, count < 3 && 4 >> count) : 0;
}
