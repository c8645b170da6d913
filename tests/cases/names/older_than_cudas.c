/* A function of the program's that newer CUDA has otherwise stays the program's, at its uses too. */
#include <cuda.h>
const char *cuGetErrorString(CUresult); // want [parse] conflicting types for 'cuGetErrorString'
typedef const char *(*Text)(CUresult);
Text report(Text);
#define CHECK(call) ((call) == CUDA_SUCCESS ? 0 : report(cuGetErrorString) != 0)
int released(CUdeviceptr at) { return CHECK(cuMemFree(at)); }
const char *last(void) { return cuGetErrorString(cuInit(0)); }
