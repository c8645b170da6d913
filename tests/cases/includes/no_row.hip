// retarget: -I../toolkit/npp
// A header of a library of NVIDIA's that no table lists.
#include <hip/hip_runtime.h>
#include <nppinvented.h>  // want [no-header] remove what needs it
__global__ void k(int *p) { p[0] = 1; }
