// retarget: -DN=4 -DUSE_GPU
#define T float
#define SIZE 100
#define min(a, b) ((a) < (b) ? (a) : (b))
#define limit 3
#include <stdio.h>
#undef min
#pragma push_macro("N")
#undef N
#pragma push_macro("T")
#undef T
#pragma push_macro("limit")
#undef limit
#include <hip/hip_runtime.h>
#pragma pop_macro("N")
#pragma pop_macro("T")
#pragma pop_macro("limit")
int main() { T* p; return hipMalloc((void**)&p, N * SIZE) + limit; }
