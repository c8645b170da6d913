// The built-in indices as clang's wrapper declares them, but that they can be copied: `auto t = threadIdx;`. In CUDA
// they are a uint3 and a dim3; to clang, objects of classes that nobody makes a second object of.
#pragma once
struct uint3;
struct dim3;

#define RETARGET_MEMBER(name, value)                                        \
  __declspec(property(get = __fetch_builtin_##name)) unsigned int name;     \
  static inline __attribute__((always_inline)) __attribute__((device))      \
  unsigned int __fetch_builtin_##name(void) { return value; }
#define RETARGET_INDEX(name, part)                                          \
  struct __cuda_builtin_##name##_t {                                        \
    RETARGET_MEMBER(x, __nvvm_read_ptx_sreg_##part##_x());                  \
    RETARGET_MEMBER(y, __nvvm_read_ptx_sreg_##part##_y());                  \
    RETARGET_MEMBER(z, __nvvm_read_ptx_sreg_##part##_z());                  \
    __attribute__((device)) operator dim3() const;                          \
    __attribute__((device)) operator uint3() const;                         \
  };                                                                        \
  extern const __attribute__((device)) __attribute__((weak)) __cuda_builtin_##name##_t name;
RETARGET_INDEX(threadIdx, tid)
RETARGET_INDEX(blockIdx, ctaid)
RETARGET_INDEX(blockDim, ntid)
RETARGET_INDEX(gridDim, nctaid)
#undef RETARGET_INDEX
#undef RETARGET_MEMBER

__attribute__((device)) const int warpSize = 32;
