/* retarget: */
#define N 100
#define x 3

#pragma push_macro("N")
#undef N
#pragma push_macro("x")
#undef x
#include <hip/hip_runtime.h>
#include <hipfft/hipfft.h>
#pragma pop_macro("N")
#pragma pop_macro("x")
int go(void** p) { return hipMalloc(p, N + x); }
