// A cast tells overloads of a kernel apart; one to a pointer to void needs no other.
#include <hip/hip_runtime.h>
__global__ void work(float *at) { *at = 1; }
__global__ void work(double *at) { *at = 2; }
template <typename T>
__global__ void fill(T *at) { *at = 3; }
using Work = void (*)(float *);

void prepare(void **memory, float **typed) {
  hipFuncAttributes found;
  hipFuncSetAttribute(reinterpret_cast<const void*>(static_cast<void (*)(float *)>(work)), hipFuncAttributeMaxDynamicSharedMemorySize, 1024);
  hipFuncSetAttribute(reinterpret_cast<const void*>((void (*)(double *))work), hipFuncAttributeMaxDynamicSharedMemorySize, 1024);
  hipFuncSetCacheConfig(reinterpret_cast<const void*>((Work)work), hipFuncCachePreferL1);
  hipFuncGetAttributes(&found, (const void *)fill<float>);
  hipFuncGetAttributes(&found, reinterpret_cast<void const *>(&fill<int>));
  hipMalloc((void **)typed, 4), hipMalloc(static_cast<void **>(memory), 4), hipMalloc(typed, found.numRegs);
}
