// A cast tells overloads of a kernel apart; one to a pointer to void needs no other.
__global__ void work(float *at) { *at = 1; }
__global__ void work(double *at) { *at = 2; }
template <typename T>
__global__ void fill(T *at) { *at = 3; }
using Work = void (*)(float *);

void prepare(void **memory, float **typed) {
  cudaFuncAttributes found;
  cudaFuncSetAttribute(static_cast<void (*)(float *)>(work), cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  cudaFuncSetAttribute((void (*)(double *))work, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  cudaFuncSetCacheConfig((Work)work, cudaFuncCachePreferL1);
  cudaFuncGetAttributes(&found, (const void *)fill<float>);
  cudaFuncGetAttributes(&found, reinterpret_cast<void const *>(&fill<int>));
  cudaMalloc((void **)typed, 4), cudaMalloc(static_cast<void **>(memory), 4), cudaMalloc(typed, found.numRegs);
}
