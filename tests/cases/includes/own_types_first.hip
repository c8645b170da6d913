// Code ahead of the first include that needs nothing of the runtime's: the include that is there suffices.
struct Extent {
  unsigned long blocks;
};
#define WEIGHTS __constant__ int weights[4]
namespace mine {
struct float3 {
  float x;
};
}
#include <hip/hip_runtime.h>

WEIGHTS;
__global__ void move(Extent *p) { p->blocks += weights[0]; }
