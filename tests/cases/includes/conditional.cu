// In a conditional a header stays where it is, though it was included before.
#include <cuda_runtime.h>
#ifdef WITH_FFT
#include <cufft.h>
#include <cuda_runtime.h>
#else
#include <cuda_runtime.h>
#endif

int main() { return cudaFree(0); }
