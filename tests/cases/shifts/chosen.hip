// retarget: --arch gfx90a
// What the host or the author chooses is taken to be right, with a note; what is wrong on both machines is told.
#include <hip/hip_runtime.h>
struct Options { int shift; unsigned mask; };

__global__ void digits(unsigned *keys, int shift, Options options) {
  unsigned key = keys[threadIdx.x];
  key = (key >> shift) & 15;
  key += key << options.shift;
  for (int i = 0; i < shift; i++) key += key >> i;
  keys[threadIdx.x] = key;
}

template <int BITS>
__global__ void masked(unsigned *keys) { keys[threadIdx.x] &= (1u << BITS) - 1; }

__global__ void beyond(unsigned *keys, unsigned long long *wide) {
  keys[threadIdx.x] >>= 32;  // want [shift-count] a shift of 32 bits by 32: undefined in CUDA and in HIP
  wide[threadIdx.x] >>= 32;
}

#define TOP(x, n) ((x) >> (n))
__global__ void in_macros(unsigned *keys) {
  unsigned key = keys[threadIdx.x];
  key += TOP(key, 5);
  key += TOP(key, __clz(key));  // want [shift-count] a count of bits .* a macro brings the shift
  keys[threadIdx.x] = key;
}

template <int N> struct Log { enum { value = Log<N / 2>::value + 1 }; };
template <> struct Log<1> { enum { value = 0 }; };
template <int N>
__global__ void of_a_template(unsigned *keys) {
  const int width = 1 << Log<N>::value;
  __shared__ unsigned held[1 << Log<N>::value];
  held[threadIdx.x % width] = keys[threadIdx.x];
  keys[threadIdx.x] = held[0];
}
