// retarget: --arch gfx90a -rdc=true
// A template that the unit instantiates by name is compiled where that stands.
#include <cuda_runtime.h>
static __device__ int count;
template <class T>
__global__ void k(T *p) {
  *p = count;
}
template __global__ void k<int>(int *);
void set(int x) { cudaMemcpyToSymbol(count, &x, sizeof(x)); }
