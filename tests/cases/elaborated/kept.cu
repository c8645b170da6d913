// Tags that HIP has too keep their keyword, in C++ a tag needs none, and a name of the user's is left alone.
#include <cuda_runtime.h>

struct cudaLaunchParams2 {
  struct cudaDeviceProp properties;
  enum cudaMemcpyKind kind;
};
struct cudaFrame {
  int bytes;
};

cudaError_t limited(enum cudaLimit limit, cudaLimit other, struct cudaFrame frame) {
  cudaDeviceSetLimit(other, frame.bytes);
  return cudaDeviceSetLimit(limit, 4096);
}
