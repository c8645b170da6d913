// A host that chooses by the device's capability hears the one by which kernels took their branches.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

#define CHECK(call) do { if ((call) != cudaSuccess) std::printf("%s\n", #call); } while (0)
#define SM(p) ((p).major * 10 + (p).minor)

template <class T> int ask(T attribute) {
  int answer = 0;
  cudaDeviceGetAttribute(&answer, static_cast<cudaDeviceAttr>(attribute), 0);
  return answer;
}

cudaError_t (*const by_address)(cudaDeviceProp*, int) = &cudaGetDeviceProperties;

int choose() {
  cudaDeviceProp wanted{}, prop;
  wanted.major = 3;
  int device;
  cudaChooseDevice(&device, &wanted);
  CHECK(cudaGetDeviceProperties(&prop, device));
  int* first = &prop.major;
  int& minor = prop.minor;
  int cudaDeviceProp::*member = &cudaDeviceProp::major;
  std::printf("%d.%d %d\n", prop.major, (&prop)->minor, SM(prop));
  return *first + minor + prop.*member + ask(cudaDevAttrComputeCapabilityMajor);
}

int of_driver(CUdevice device, CUfunction kernel, CUdevice_attribute any) {
  int major = 0, minor = 0, version = 0;
  cuDeviceComputeCapability(&major, &minor, device);
  cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  cuDeviceGetAttribute(&minor, any, device);
  cuFuncGetAttribute(&version, CU_FUNC_ATTRIBUTE_PTX_VERSION, kernel);
  return major + minor + version;
}
