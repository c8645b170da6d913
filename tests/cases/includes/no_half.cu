// A name of the program's own.
#include <cublas_v2.h>
struct half { unsigned short bits; };
__global__ void k(half *a) { a[0].bits = 1; }
