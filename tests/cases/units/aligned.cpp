// The host's compiler reads this: HIP's runtime has what the header brings, but for the alignment.
#include <host_defines.h>

struct __align__(8) Pair {
  unsigned key, value;
};
static __device__ Pair swapped(Pair p) { return {p.value, p.key}; }
