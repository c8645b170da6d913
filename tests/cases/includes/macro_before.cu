// The same where the program includes the runtime itself, behind a macro: nvcc included it before.
#define T 2
#define size 4
#define LENGTH 8
#include <cuda_runtime.h>

__global__ void last(int *a) { a[T] = size + LENGTH; }
