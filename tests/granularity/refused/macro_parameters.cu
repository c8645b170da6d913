// Parameter lists that a macro composes, or that cannot be written out.
// refused: composed | thread(x=2) | 9 | a macro spells this kernel
// refused: composed | bounds(64) | 9 | a macro spells this kernel
// refused: told_twice | block(x=2) | 21 | a macro spells this kernel
#include <cuda_runtime.h>

#define OF(name) int* name##_out, int n

__global__ void composed(OF(first))
{
    if (threadIdx.x < n) first_out[threadIdx.x] = n;
}

#ifdef WIDE
#define LIST long long* out
#else
#undef LIST
#define LIST int* out
#endif

__global__ void told_twice(LIST)
{
    out[threadIdx.x] = 1;
}
