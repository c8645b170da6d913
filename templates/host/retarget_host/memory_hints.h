// Loads and stores with a cache operator: plain ones here.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_MEMORY_HINTS_H
#define RETARGET_HOST_MEMORY_HINTS_H

namespace retarget_host {

// Reads memory anew, whatever the compiler knows of it.
template <typename T>
inline T loaded_again(const T* address) {
  __asm__ volatile("" ::: "memory");
  return *address;
}

}  // namespace retarget_host

// Of one type; half.h and bfloat16.h have theirs.
#define RETARGET_LDG(T) \
  inline T __ldg(const T* address) { return *address; }
#if defined(RETARGET_HOST_CUDA)
#define RETARGET_HINTS(T)                                                   \
  RETARGET_LDG(T)                                                           \
  inline T __ldca(const T* address) { return *address; }                    \
  inline T __ldcg(const T* address) { return *address; }                    \
  inline T __ldcs(const T* address) { return *address; }                    \
  inline T __ldlu(const T* address) { return *address; }                    \
  inline T __ldcv(const T* address) { return retarget_host::loaded_again(address); } \
  inline void __stwb(T* address, T value) { *address = value; }             \
  inline void __stcg(T* address, T value) { *address = value; }             \
  inline void __stcs(T* address, T value) { *address = value; }             \
  inline void __stwt(T* address, T value) { *address = value; }
#else
#define RETARGET_HINTS(T) RETARGET_LDG(T)
#endif

RETARGET_HINTS(char)
RETARGET_HINTS(signed char)
RETARGET_HINTS(unsigned char)
RETARGET_HINTS(short)
RETARGET_HINTS(unsigned short)
RETARGET_HINTS(int)
RETARGET_HINTS(unsigned)
RETARGET_HINTS(long)
RETARGET_HINTS(unsigned long)
RETARGET_HINTS(long long)
RETARGET_HINTS(unsigned long long)
RETARGET_HINTS(float)
RETARGET_HINTS(double)
RETARGET_HINTS(char2)
RETARGET_HINTS(char4)
RETARGET_HINTS(uchar2)
RETARGET_HINTS(uchar4)
RETARGET_HINTS(short2)
RETARGET_HINTS(short4)
RETARGET_HINTS(ushort2)
RETARGET_HINTS(ushort4)
RETARGET_HINTS(int2)
RETARGET_HINTS(int4)
RETARGET_HINTS(uint2)
RETARGET_HINTS(uint4)
RETARGET_HINTS(longlong2)
RETARGET_HINTS(ulonglong2)
RETARGET_HINTS(float2)
RETARGET_HINTS(float4)
RETARGET_HINTS(double2)

#endif
