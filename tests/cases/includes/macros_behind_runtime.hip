// retarget: -DN=4
#pragma push_macro("N")
#undef N
#include <hip/hip_runtime.h>
#pragma pop_macro("N")
#include <stdio.h>
#define T float
#include <hip/hip_runtime.h>
#pragma push_macro("N")
#undef N
#pragma push_macro("T")
#undef T
#include <hipfft/hipfft.h>
#include <hipfft/hipfftXt.h>
#pragma pop_macro("N")
#pragma pop_macro("T")
__global__ void k(T* p) { p[threadIdx.x] = N; }
