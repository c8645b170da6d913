// retarget: --arch gfx90a -dc
// No use by host code is missing: external linkage, host code that comes first, device code that is compiled last.
#include <hip/hip_runtime.h>
__constant__ float everywhere[4];
static __constant__ float on_device_alone[4];
static __device__ int on_host_alone;
static __constant__ float host_first[4];
static __device__ int in_static, in_inline, in_method, in_template, on_both, in_lambda;
static __constant__ const int folded = 3;
static int no_variable_of_the_device;
extern __device__ int elsewhere;
void set(const float *p) { hipMemcpyToSymbol(HIP_SYMBOL(host_first), p, sizeof(host_first)); }
__host__ __device__ const int *both() { return &on_both; }
static __device__ int one() { return in_static; }
__device__ __forceinline__ int two() { return in_inline; }
struct Counter {
  __device__ int get() const { return in_method; }
};
template <class T>
__global__ __launch_bounds__(1) void counted(T *p) {
  *p = in_template;
}
__global__ void k(float *p) {
  *p = everywhere[0] + on_device_alone[1] + host_first[2] + one() + two() + Counter().get() + *both() + folded;
  *p += elsewhere;
}
int main() {
  int ints[folded] = {no_variable_of_the_device, folded};
  hipMemcpyToSymbol(HIP_SYMBOL(everywhere), ints, sizeof(int));
  hipMemcpyToSymbol(HIP_SYMBOL(elsewhere), ints, sizeof(int));
  hipMemcpyToSymbol(HIP_SYMBOL(on_host_alone), ints, sizeof(int));
  hipMemcpyToSymbol(HIP_SYMBOL(in_static), ints, sizeof(int));
  hipMemcpyToSymbol(HIP_SYMBOL(in_inline), ints, sizeof(int));
  hipMemcpyToSymbol(HIP_SYMBOL(in_method), ints, sizeof(int));
  hipMemcpyToSymbol(HIP_SYMBOL(in_template), ints, sizeof(int));
  hipMemcpyToSymbol(HIP_SYMBOL(on_both), ints, sizeof(int));
  counted<<<1, 1>>>(ints);
  return ints[0] + static_cast<int>(sizeof(on_device_alone));
}
