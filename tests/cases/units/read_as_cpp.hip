// A host compiler can read it: the branch for CUDA's compiler is not its.
#include <hip/hip_runtime.h>
#if defined(__HIPCC__)
using number = float;
#else
using number = double;
#endif
hipError_t get(void** p) { return hipMalloc(p, 4 * sizeof(number)); }
