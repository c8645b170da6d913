// retarget: --arch gfx90a
// Lambdas that host code makes for the device: their parameters have any values, and kernels' own are read once.
#include <hip/hip_runtime.h>
#include "retarget_hip/conversions.h"
#include "retarget_hip/shifts.h"

template <typename A> __global__ __launch_bounds__(32) void apply(unsigned *out, const float *in, A made) {
  auto own = [=] __device__ (int n) { return 1u << (n & 31); };
  out[threadIdx.x] = made(in[threadIdx.x]) + own(threadIdx.x);
}
template <typename A> __global__ __launch_bounds__(32) void counted(unsigned *out, const int *in, A made) {
  out[threadIdx.x] = made(in[threadIdx.x]);
}

void go(unsigned *out, float *in, int *counts, int chosen) {
  apply<<<1, 32>>>(out, in, [=] __device__ (float x) { return 1u << retarget_hip::shift_count(32 - (int)x); });
  apply<<<1, 32>>>(out, in, [=] __host__ __device__ (float x) -> unsigned { return (unsigned char)retarget_hip::to_integer<unsigned char>(x); });
  counted<<<1, 32>>>(out, counts, [=] __device__ (int n) { return ~0u >> retarget_hip::shift_count(n); });
  counted<<<1, 32>>>(out, counts, [=] __device__ (int n) { return (1u << (n & 31)) + (1u << retarget_hip::shift_count(chosen)); });
  auto named = [] __device__ (int n) {
    auto inner = [] __device__ (int m) { return 0x80000000u >> retarget_hip::shift_count(__clz(m)); };
    return inner(n);
  };
  counted<<<1, 32>>>(out, counts, named);
  auto hosts = [](int n) { return 1u << n; };
  out[0] = hosts(chosen);
}
