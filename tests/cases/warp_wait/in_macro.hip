// A loop that a macro writes, atomic operations and all: every place of it is the macro's use.
#include <hip/hip_runtime.h>
#define PUT(at, value)                                                       \
  for (unsigned old = atomicCAS(&slots[at], 0, value); old;) {               \
    unsigned taken = atomicCAS(&slots[at], old, 0);                          \
    old = taken ? taken : atomicCAS(&slots[at], 0, value);                   \
  }

__global__ void put(const unsigned *values, unsigned *slots) {
  PUT(values[threadIdx.x] % 64, values[threadIdx.x])
}
