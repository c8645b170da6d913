// nvcc includes the runtime before the first line: code may use its types ahead of every include.
struct Particle {
  float3 at;
};
__constant__ float weights[4];
#include <cuda_runtime.h>

__global__ void move(Particle *p) { p->at.x += weights[0]; }
