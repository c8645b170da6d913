// The types of cuFFT that other types are: NVIDIA's header of them is in none of the packages that parsing takes CUDA's
// from. Where a toolkit has it, it comes next; where none has, it counts as missing. Parsed only; never emitted.
#include <cuComplex.h>
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
#include_next <cufft.h>
