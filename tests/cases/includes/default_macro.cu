// The default of a macro at the head of a file is no include guard: the runtime's header stands outside of it.
#ifndef BLOCK
#define BLOCK 128
#endif

__global__ void fill(float *a) { a[threadIdx.x] = BLOCK; }
