// Surface references have no counterpart in HIP; a variable called surface is none.
#include <hip/hip_runtime.h>
surface<void, 2> written;  // want [texture] HIP has no surface references

__global__ void fill(int surface, int edge, float *out) {
  if (surface < edge) out[0] = 1.0f;
}
