// Surface references have no counterpart in HIP; reads that return have one of ours; a variable called surface is none.
#include <hip/hip_runtime.h>
#include "retarget_hip/surface.h"
surface<void, 2> written;  // want [texture] HIP has no surface references

__global__ void fill(int surface, int edge, float *out, hipSurfaceObject_t source, hipSurfaceObject_t target) {
  float value;
  surf2Dread(&value, source, 0, 0);
  surf2Dwrite(value, target, 0, 0);
  if (surface < edge) out[0] = surf2Dread<float>(source, 4, 0);
  out[1] = surfCubemapLayeredread<float>(source, 4, 0, 7);  // want [texture] takes the face and the layer apart
}
