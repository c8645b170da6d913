#include <hip/hip_runtime.h>
#include "retarget_hip/runtime.h"

__global__ void kernel(float* data) { data[threadIdx.x] = 1; }

template <typename T>
struct Cell {
  using type = float;
};

int main() {
  float *data, *host = nullptr, *mapped;
  size_t pitch;
  void* arguments[] = {&data};
  hipMallocPitch((void**)(&data), &pitch, 64, 64);
  hipHostGetDevicePointer((void**)(&mapped), host, 0);
  hipHostGetDevicePointer((void**)&mapped, host, 0);                        // cast already
  hipMallocPitch((void**)(&data), &pitch, 64, 64);                             // a template in CUDA alone
  hipHostGetDevicePointer((void**)(&mapped), host, 0);
  hipFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), hipFuncCachePreferL1);
  hipMalloc<float>(&data, 64);
  hipLaunchCooperativeKernel((void*)kernel, dim3(1), dim3(32), arguments, 0, 0);  // two default arguments
  hipLaunchCooperativeKernel((void*)kernel, dim3(1), dim3(32), arguments, 64, 0);
  hipLaunchCooperativeKernel((void*)kernel, dim3(1), dim3(32), arguments, 64, 0);
  hipPointerAttribute_t attributes;
  hipPointerGetAttributes(&attributes, data);
  hipEvent_t event;
  hipEventCreate(&event);
  hipEventCreate(&event, hipEventDisableTiming);  // HIP has no such overload: the support header has
  return retarget_hip::memory_type(attributes) == retarget_hip::memoryTypeManaged;
}
