// HIP's vectors are names of a template's: a keyword in front of one, or a declaration ahead, is refused.
#include <hip/hip_runtime.h>
#include "vectors.h"
 

__global__ void k(float4 *out, const int2 *in) { out->x = in->x; }
