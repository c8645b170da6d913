// Surface references have no counterpart in HIP, nor have reads that return; a variable called surface is neither.
#include <hip/hip_runtime.h>
surface<void, 2> written;  // want [texture] HIP has no surface references

__global__ void fill(int surface, int edge, float *out, hipSurfaceObject_t source, hipSurfaceObject_t target) {
  float value;
  surf2Dread(&value, source, 0, 0);
  surf2Dwrite(value, target, 0, 0);
  if (surface < edge) out[0] = surf2Dread<float>(source, 4, 0);  // want [texture] write surf2Dread\(&value, surface
}
