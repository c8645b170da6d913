// How much of a multiprocessor's memory is to be shared: HIP has the attribute, and no names for its values.
#include <hip/hip_runtime.h>
#include "retarget_hip/runtime.h"
__global__ void k() {}
void f() {
    hipFuncSetAttribute(reinterpret_cast<const void*>(k), hipFuncAttributePreferredSharedMemoryCarveout, retarget_hip::sharedmemCarveoutMaxL1);
    hipFuncSetAttribute(reinterpret_cast<const void*>(k), hipFuncAttributePreferredSharedMemoryCarveout, 50);
}
