// A macro that the project defines itself is its own, whatever its name.
#include <hip/hip_runtime.h>
#define __HIP_PLATFORM_SIM__ 1
#ifdef __HIP_PLATFORM_SIM__
#define SIM 1
#endif
int f(void *p) { return hipFree(p) == hipSuccess && SIM; }
