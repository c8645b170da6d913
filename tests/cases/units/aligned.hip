// The host's compiler reads this: HIP's runtime has what the header brings, but for the alignment.
#include <hip/hip_runtime.h>

struct __attribute__((aligned(8))) Pair {
  unsigned key, value;
};
static __device__ Pair swapped(Pair p) { return {p.value, p.key}; }
