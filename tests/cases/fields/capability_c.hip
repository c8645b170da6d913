/* The same in C, where the answers are functions of the file. */
#include <hip/hip_runtime.h>
#include "retarget_hip/capability.h"
#include <stdio.h>

int capability(void) {
  struct hipDeviceProp_t prop;
  int major;
  retarget_hip_getDeviceProperties(&prop, 0);
  retarget_hip_deviceGetAttribute(&major, hipDeviceAttributeComputeCapabilityMajor, 0);
  printf("%d.%d\n", prop.major, prop.minor);
  return major;
}
