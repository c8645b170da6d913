// A header that has no counterpart is an error with its place; in a branch that is not compiled, a warning.
#include <cuda_runtime.h>
#include <cudaD3D9.h>  // want [no-header] no counterpart
#ifdef NEVER
#include <cudaD3D9.h>  // want [no-header] no counterpart
#endif

int main() { return 0; }
