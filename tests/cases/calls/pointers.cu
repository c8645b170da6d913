#include <cuda_runtime.h>

__global__ void kernel(float* data) { data[threadIdx.x] = 1; }

template <typename T>
struct Cell {
  using type = float;
};

int main() {
  float *data, *host = nullptr, *mapped;
  size_t pitch;
  void* arguments[] = {&data};
  cudaMallocPitch(&data, &pitch, 64, 64);
  cudaHostGetDevicePointer(&mapped, host, 0);
  cudaHostGetDevicePointer((void**)&mapped, host, 0);                        // cast already
  cudaMallocPitch<float>(&data, &pitch, 64, 64);                             // a template in CUDA alone
  cudaHostGetDevicePointer<Cell<Cell<float>>::type>(&mapped, host, 0);
  cudaFuncSetCacheConfig<void(float*)>(kernel, cudaFuncCachePreferL1);
  cudaMalloc<float>(&data, 64);
  cudaLaunchCooperativeKernel((void*)kernel, dim3(1), dim3(32), arguments);  // two default arguments
  cudaLaunchCooperativeKernel((void*)kernel, dim3(1), dim3(32), arguments, 64);
  cudaLaunchCooperativeKernel((void*)kernel, dim3(1), dim3(32), arguments, 64, 0);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, data);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventCreate(&event, cudaEventDisableTiming);  // HIP has no such overload: the support header has
  return attributes.type == cudaMemoryTypeManaged;
}
