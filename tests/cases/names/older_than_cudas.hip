/* A function of the program's that newer CUDA has otherwise stays the program's, at its uses too. */
#include <hip/hip_runtime.h>
const char *cuGetErrorString(hipError_t); // want [parse] conflicting types for 'cuGetErrorString'
typedef const char *(*Text)(hipError_t);
Text report(Text);
#define CHECK(call) ((call) == hipSuccess ? 0 : report(cuGetErrorString) != 0)
int released(hipDeviceptr_t at) { return CHECK(hipFree(at)); }
const char *last(void) { return cuGetErrorString(hipInit(0)); }
