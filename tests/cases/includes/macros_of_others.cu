// A macro that no header of HIP's can have as a name stays where it is, and so does the include.
#define LENGTH 8
#define USE_MATH 1
#include <cuda_runtime.h>

__global__ void last(int *a) { a[0] = LENGTH; }
