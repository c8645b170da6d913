// retarget: -Dn=4 -Dmax(a,b)=a -DNDEBUG -Dunrelated_word=1
#pragma push_macro("max")
#undef max
#pragma push_macro("n")
#undef n
#include <hip/hip_runtime.h>
#pragma pop_macro("max")
#pragma pop_macro("n")
__global__ void k(float* p) { p[threadIdx.x] = n; }
