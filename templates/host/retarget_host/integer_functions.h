// Functions of integers: bits, bytes, products, averages, sums of differences.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_INTEGER_FUNCTIONS_H
#define RETARGET_HOST_INTEGER_FUNCTIONS_H

namespace retarget_host {

#if defined(RETARGET_HOST_CUDA)
using Count = int;
#else
using Count = unsigned;  // HIP counts without a sign
#endif

}  // namespace retarget_host

inline retarget_host::Count __popc(unsigned x) { return __builtin_popcount(x); }
inline retarget_host::Count __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64; }
inline retarget_host::Count __ffs(int x) { return __builtin_ffs(x); }
inline retarget_host::Count __ffsll(long long x) { return __builtin_ffsll(x); }
#if !defined(RETARGET_HOST_CUDA)
inline unsigned __ffs(unsigned x) { return __builtin_ffs(static_cast<int>(x)); }
inline unsigned __ffsll(unsigned long long x) { return __builtin_ffsll(static_cast<long long>(x)); }
#endif

inline unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 | __brev(static_cast<unsigned>(x >> 32));
}

// A byte of the pair (y, x) for each half-byte of the selector, whose highest bit says nothing (unlike that of PTX's prmt).
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long pair = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned choice = selector >> 4 * i & 7u;
    result |= (static_cast<unsigned>(pair >> 8 * choice) & 255u) << 8 * i;
  }
  return result;
}

// The upper half (l), or the lower half (r), of the pair (high, low) shifted; by 32 at most in the c forms.
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  shift &= 31u;
  return shift ? high << shift | low >> (32u - shift) : high;
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift < 32u ? __funnelshift_l(low, high, shift) : low;
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  shift &= 31u;
  return shift ? high << (32u - shift) | low >> shift : low;
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift < 32u ? __funnelshift_r(low, high, shift) : high;
}

inline int __mul24(int x, int y) {
  return static_cast<int>(static_cast<unsigned>(static_cast<int>(static_cast<unsigned>(x) << 8) >> 8) *
                          static_cast<unsigned>(static_cast<int>(static_cast<unsigned>(y) << 8) >> 8));
}
inline unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
inline int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
inline unsigned __umulhi(unsigned x, unsigned y) { return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32); }
inline long long __mul64hi(long long x, long long y) { return static_cast<long long>(static_cast<__int128>(x) * y >> 64); }
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}

inline unsigned __sad(int x, int y, unsigned z) {
  return z + (x < y ? static_cast<unsigned>(y) - static_cast<unsigned>(x) : static_cast<unsigned>(x) - static_cast<unsigned>(y));
}
inline unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x < y ? y - x : x - y); }

inline int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
inline int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) { return static_cast<unsigned>((0ull + a + b) >> 1); }
inline unsigned __urhadd(unsigned a, unsigned b) { return static_cast<unsigned>((1ull + a + b) >> 1); }

#if defined(RETARGET_HOST_CUDA)
inline int mulhi(int a, int b) { return __mulhi(a, b); }
inline unsigned mulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
inline unsigned mulhi(int a, unsigned b) { return __umulhi(static_cast<unsigned>(a), b); }
inline unsigned mulhi(unsigned a, int b) { return __umulhi(a, static_cast<unsigned>(b)); }
inline long long mul64hi(long long a, long long b) { return __mul64hi(a, b); }
inline unsigned long long mul64hi(unsigned long long a, unsigned long long b) { return __umul64hi(a, b); }
inline int mul24(int a, int b) { return __mul24(a, b); }
inline unsigned umul24(unsigned a, unsigned b) { return __umul24(a, b); }

// The position of the offset-th set bit from `base` on, upwards or downwards; ~0 where there is none.
inline unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return mask >> base & 1u ? base : ~0u;
  int wanted = offset < 0 ? -offset : offset;
  for (long long bit = base; bit >= 0 && bit < 32; bit += offset < 0 ? -1 : 1)
    if (mask >> bit & 1u && --wanted == 0) return static_cast<unsigned>(bit);
  return ~0u;
}
#endif

#endif
