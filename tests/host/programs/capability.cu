// A host that asks for the capability hears what its kernels' conditions are answered, however it asks.
// want: 70 70 70 70 32
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void k(int* version) {
#ifdef __CUDA_ARCH__
  *version = __CUDA_ARCH__ / 10;
#endif
}

static int asked(cudaDeviceAttr attribute) {
  int answer = -1;
  cudaDeviceGetAttribute(&answer, attribute, 0);
  return answer;
}

int main() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  const int *major = &prop.major, &minor = prop.minor;
  int first = -1, second = -1;
  cuInit(0);
  cuDeviceComputeCapability(&first, &second, 0);
  int *version, here;
  cudaMalloc(&version, sizeof here);
  k<<<1, 1>>>(version);
  cudaMemcpy(&here, version, sizeof here, cudaMemcpyDeviceToHost);
  const int by_attributes = 10 * asked(cudaDevAttrComputeCapabilityMajor) + asked(cudaDevAttrComputeCapabilityMinor);
  std::printf("%d %d %d %d %d\n", here, 10 * *major + minor, by_attributes, 10 * first + second, asked(cudaDevAttrWarpSize));
}
