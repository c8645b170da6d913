// A host that chooses by the device's capability hears the one by which kernels took their branches.
#include <hip/hip_runtime.h>
#include "retarget_hip/capability.h"

#include <cstdio>

#define CHECK(call) do { if ((call) != hipSuccess) ::printf("%s\n", #call); } while (0)
#define SM(p) ((p).major * 10 + (p).minor)

template <class T> int ask(T attribute) {
  int answer = 0;
  retarget_hip_deviceGetAttribute(&answer, static_cast<hipDeviceAttribute_t>(attribute), 0);
  return answer;
}

hipError_t (*const by_address)(hipDeviceProp_t*, int) = &retarget_hip_getDeviceProperties;

int choose() {
  hipDeviceProp_t wanted{}, prop;
  wanted.major = 3;
  int device;
  hipChooseDevice(&device, &wanted);
  CHECK(retarget_hip_getDeviceProperties(&prop, device));
  int* first = &prop.major;
  int& minor = prop.minor;
  int hipDeviceProp_t::*member = &hipDeviceProp_t::major;
  std::printf("%d.%d %d\n", prop.major, (&prop)->minor, SM(prop));
  return *first + minor + prop.*member + ask(hipDeviceAttributeComputeCapabilityMajor);
}

int of_driver(hipDevice_t device, hipFunction_t kernel, hipDeviceAttribute_t any) {
  int major = 0, minor = 0, version = 0;
  retarget_hip_deviceComputeCapability(&major, &minor, device);
  retarget_hip_deviceGetAttribute(&major, hipDeviceAttributeComputeCapabilityMajor, device);
  retarget_hip_deviceGetAttribute(&minor, any, device);
  retarget_hip_funcGetAttribute(&version, HIP_FUNC_ATTRIBUTE_PTX_VERSION, kernel);
  return major + minor + version;
}
