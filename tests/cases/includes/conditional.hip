// In a conditional a header stays where it is, though it was included before.
#include <hip/hip_runtime.h>
#ifdef WITH_FFT
#include <hipfft/hipfft.h>
#include <hip/hip_runtime.h>
#else
#include <hip/hip_runtime.h>
#endif

int main() { return hipFree(0); }
