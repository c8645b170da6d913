// retarget: --arch gfx90a
// Counts that may reach the width.
#include <hip/hip_runtime.h>
#include "retarget_hip/bits.h"
#include "retarget_hip/shifts.h"
__device__ __constant__ unsigned char lengths[64];

__device__ unsigned reversed(unsigned bits, int size) { return __brev(bits) >> retarget_hip::shift_count(32 - size); }

__global__ void counts(unsigned *out, const int *in, unsigned long long *wide) {
  int i = threadIdx.x, x = in[i];
  out[i] = 0x80000000u >> retarget_hip::shift_count(__clz(x));
  out[i] += 1u << retarget_hip::shift_count(retarget_hip::ffs(x) - 1);
  out[i] += 1u << retarget_hip::shift_count(x + 2), out[i] += reversed(x, lengths[i & 63]);
  int left = 32 - lengths[i & 63];
  out[i] += x >> retarget_hip::shift_count(left);  // the sign
  wide[i] = wide[i] << retarget_hip::shift_count(left + 8) >> retarget_hip::shift_count(__clzll(wide[i]));
  wide[i] <<= retarget_hip::shift_count(left * 2);
  wide[i] >>= retarget_hip::shift_count((unsigned)x);
  out[i] |= 1 << retarget_hip::shift_count(i);  // a block may have 1,024 threads
}

// A writer of bits as encoders have it.
__device__ void emit(unsigned &packed, int &used, unsigned code, int size) {
  packed |= (code << retarget_hip::shift_count(32 - size)) >> retarget_hip::shift_count(used);
  used += size;
}

__global__ void encode(unsigned *out, const unsigned *codes, const int *sizes, int n) {
  unsigned packed = 0;
  int used = 0;
  for (int i = 0; i < n; i++) emit(packed, used, codes[i], sizes[i]);
  out[threadIdx.x] = packed;
}

template <typename T>
__global__ void generic(T *values, const int *by) {
  values[threadIdx.x] = values[threadIdx.x] >> retarget_hip::shift_count(by[threadIdx.x]);
}
template __global__ void generic<unsigned>(unsigned *, const int *);

// A template's argument decides which function is called.
struct Right {
  static __device__ unsigned f(unsigned x, int n) { return x >> retarget_hip::shift_count(n); }
  static __device__ unsigned by_two(unsigned x, int n) { return x >> n; }
};
template <typename Op>
__global__ void applied(unsigned *out, const int *by) {
  out[threadIdx.x] = Op::f(out[threadIdx.x], by[threadIdx.x]) + Op::by_two(out[threadIdx.x], 2);
}
template __global__ void applied<Right>(unsigned *, const int *);

__global__ void after_a_comma(unsigned *keys, const int *counts) {
  int last = 0;
  keys[threadIdx.x] <<= retarget_hip::shift_count((last = counts[threadIdx.x], last + 1));
}

__global__ void of_128_bits(long long *out, const int *counts) {
  __int128 wide = out[0];
  out[1] = (long long)(wide >> 64);
  out[2] = (long long)(wide >> retarget_hip::shift_count(counts[0]));
}
