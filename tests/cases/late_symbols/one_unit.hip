// retarget: --arch gfx90a
// Device code of one unit alone is not linked: nothing changes.
#include <hip/hip_runtime.h>
static __constant__ unsigned *list[1];
__device__ unsigned add() { return atomicAdd(list[0], 1); }
int set(unsigned *p) { return hipMemcpyToSymbol(HIP_SYMBOL(list), &p, sizeof(p)); }
