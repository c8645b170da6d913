// retarget: --arch gfx90a -rdc=true
// A template that the unit instantiates by name is compiled where that stands.
#include <hip/hip_runtime.h>
static __device__ int count;
static_assert(((void)&count, true), "host code may use count");
template <class T>
__global__ void k(T *p) {
  *p = count;
}
template __global__ void k<int>(int *);
void set(int x) { hipMemcpyToSymbol(HIP_SYMBOL(count), &x, sizeof(x)); }
