// Tags that HIP has too keep their keyword, in C++ a tag needs none, and a name of the user's is left alone.
#include <hip/hip_runtime.h>
#include "retarget_hip/runtime.h"

struct cudaLaunchParams2 {
  struct hipDeviceProp_t properties;
  enum hipMemcpyKind kind;
};
struct cudaFrame {
  int bytes;
};

hipError_t limited(enum hipLimit_t limit, hipLimit_t other, struct cudaFrame frame) {
  hipDeviceSetLimit(other, frame.bytes);
  return hipDeviceSetLimit(limit, 4096);
}
