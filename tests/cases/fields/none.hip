// Members that both have keep their names, and so do those of the user's structs.
#include <hip/hip_runtime.h>

struct Device {
  char name[8];
  int deviceOverlap;
  hipDeviceProp_t prop;
};

size_t memory(const Device &d) { return d.prop.totalGlobalMem + d.deviceOverlap + d.name[0] + d.prop.maxThreadsPerBlock; }
