// retarget: -Dn=4 -Dmax(a,b)=a -DNDEBUG -Dunrelated_word=1
#include <cuda_runtime.h>
__global__ void k(float* p) { p[threadIdx.x] = n; }
