// Specialisations that the device's pass alone reads, and whose spaces are not their template's: nvcc takes them.
#include <hip/hip_runtime.h>
#include "retarget_hip/rounded_conversions.h"
#ifdef __HIPCC__
#define FOR_DEVICE __host__ __device__
#define FOR_HOST __host__
#else
#define FOR_DEVICE
#define FOR_HOST
#endif
#define BOTH FOR_HOST FOR_DEVICE

template <typename T> inline BOTH float rounded(T t);
template <> inline BOTH float rounded(float f) { return f; }
template <typename T> inline __host__ __device__ float whole(T t) { return t; }
#ifdef __HIP_DEVICE_COMPILE__
template <> __host__ inline __device__ float rounded(int i) { return retarget_hip::int2float_rz(i); }
template <> __host__ inline __device__ float whole(int i) { return __int2float_rn(i); }
#endif

__global__ __launch_bounds__(1) void kernel(float *out, int n) { out[0] = rounded(n) + rounded(1.0f) + whole(n); }

int main() {
  kernel<<<1, 1>>>(nullptr, 1);
  return int(rounded(1.0f));
}
