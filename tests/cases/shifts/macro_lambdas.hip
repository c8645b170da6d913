// retarget: --arch gfx90a
// Lambdas whose `__device__` a macro brings, generic ones, and those in templates of the host.
#include <hip/hip_runtime.h>
#include "retarget_hip/shifts.h"
#define HD __host__ __device__
#define LAMBDA [=] HD
#define FOR_EACH(n, i, ...) run<n>([=] __device__ (int i) { __VA_ARGS__; })
#define SHIFTED(f) [=] __device__ (int i) { return 1u << (32 - f[i]); }

template <typename A> __global__ void each(A made) { made(threadIdx.x); }
template <int N, typename A> void run(A made) { each<<<1, N>>>(made); }

void go(unsigned *out, int *in) {
  run<32>(LAMBDA (int i) { out[i] = 1u << retarget_hip::shift_count(32 - in[i]); });
  FOR_EACH(3, i, out[i] = 1u << retarget_hip::shift_count(32 - in[i]));
  run<64>(SHIFTED(in));  // want [shift-count] a macro brings the shift
  run<32>([=](int i) { out[i] = 1u << (32 - in[i]); });
  run<32>([=] __device__ (auto i) { out[i] = 1u << retarget_hip::shift_count(32 - in[i]); });
}
template <typename T> void whole(T *out, int *in) {
  run<32>(LAMBDA (int i) { out[i] = (T)(1u << retarget_hip::shift_count(32 - in[i])); });
}
struct Holder {
  int *in;
  void go(unsigned *out) {
    auto own = in;
    run<32>([=] HD (int i) { out[i] = 1u << retarget_hip::shift_count(32 - own[i]); });
  }
};
