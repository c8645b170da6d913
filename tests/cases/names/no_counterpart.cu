// A name that HIP lacks is an error where it is compiled and a note where it is not; an unknown one is told of.
#include <cuda_runtime.h>

int f(void *p) {
  cudaGraphicsD3D9RegisterResource(0, p, 0);  // want [no-counterpart] no counterpart in HIP [parse] clang cannot read 2 places
#ifdef NEVER
  cudaGraphicsD3D9RegisterResource(0, p, 0);  // want [no-counterpart] no counterpart in HIP
#endif
  return cudaFutureThing(p);  // want [unknown-name] 'cudaFutureThing' looks like a name of runtime
}
#define NEVER_USED(cuDevice, count) cuDevice + count + cudaOtherThing(0)  // want [unknown-name] 'cudaOtherThing'
