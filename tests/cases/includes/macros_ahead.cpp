// retarget: -DN=4 -DUSE_GPU
#define T float
#define SIZE 100
#define min(a, b) ((a) < (b) ? (a) : (b))
#define limit 3
#include <stdio.h>
#undef min
#include <cuda_runtime_api.h>
int main() { T* p; return cudaMalloc((void**)&p, N * SIZE) + limit; }
