// retarget: -isystem../libraries
#include <marks/vec.h>

__global__ void k(float *o) { o[threadIdx.x] = 1; }
