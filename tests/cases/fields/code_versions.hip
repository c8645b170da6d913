// The host chooses by the version that a kernel's code was compiled for: the one by which the code takes its branches.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"
#include "retarget_hip/code_version.h"

__global__ void k(int *p) {
#if RETARGET_CUDA_ARCH >= 700
  p[threadIdx.x] = 7;
#else
  p[2 * threadIdx.x] = 6;
#endif
}

struct Mine {
  int ptxVersion;
};

int width(Mine m, hipFuncAttributes *all) {
  hipFuncAttributes a;
  hipFuncGetAttributes(&a, reinterpret_cast<const void*>(k));
  int binary = retarget_hip::code_version(all[1]) + retarget_hip::code_version((*(all + 1)));
  return retarget_hip::code_version(a) >= 70 ? 1 : binary + m.ptxVersion;
}
