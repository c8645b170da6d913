// A type of the user's own by that name.
#include <hip/hip_runtime.h>
typedef unsigned long long CUdeviceptr;

CUdeviceptr own_type(CUdeviceptr p) { return p + 4; }
