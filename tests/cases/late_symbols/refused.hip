// retarget: --arch gfx90a -rdc=true
// A macro spells the declaration, a template does, or device code comes ahead of the definition: a warning.
#include <hip/hip_runtime.h>
#define CONSTANT(type, name) static __constant__ type name
#define FIXED static __constant__ int fixed
CONSTANT(float, scale); // want [late-symbol] write static_assert\(\(\(void\)&scale, true\), ""\);
FIXED; // want [late-symbol] &fixed
#define WHOLE                 \
  static __device__ int whole; \
  __device__ int of_whole() { return whole; }
WHOLE // want [late-symbol] &whole
namespace {
extern __device__ int before;
}
__device__ int early() { return before; }
namespace {
__device__ int before = 1; // want [late-symbol] give it external linkage
template <class T>
struct Shared {
  static __device__ T count;
};
template <class T>
__device__ T Shared<T>::count; // want [late-symbol] host code: give it external linkage
}  // namespace
__global__ void k(float *p) { *p = scale + fixed + Shared<int>::count; }
void set(float x) {
  hipMemcpyToSymbol(HIP_SYMBOL(scale), &x, sizeof(x));
  hipMemcpyToSymbol(HIP_SYMBOL(fixed), &x, sizeof(x));
  hipMemcpyToSymbol(HIP_SYMBOL(whole), &x, sizeof(x));
  hipMemcpyToSymbol(HIP_SYMBOL(before), &x, sizeof(x));
  hipMemcpyToSymbol(HIP_SYMBOL(Shared<int>::count), &x, sizeof(x));
}
