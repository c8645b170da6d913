// HIP's vectors are names of a template's: a keyword in front of one, or a declaration ahead, is refused.
#include "vectors.h"
struct double4;
struct int2; struct uint3;

__global__ void k(struct float4 *out, const struct int2 *in) { out->x = in->x; }
