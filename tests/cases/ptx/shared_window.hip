// Addresses in the window of shared memory, by CUDA's functions and by PTX's instructions.
#include <hip/hip_runtime.h>
#include "retarget_hip/address_spaces.h"
#include "retarget_hip/ptx_memory.h"
__global__ void k(int *out, const int *in) {
  __shared__ int buffer[64];
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(buffer + threadIdx.x));
  *retarget_hip::ptx_shared<int32_t>(to) = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = *(int *)__cvta_shared_to_generic(__cvta_generic_to_shared(buffer + 63 - threadIdx.x));
  out = (int *)__cvta_global_to_generic(__cvta_generic_to_global(out));
}
