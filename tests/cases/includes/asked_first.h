#ifndef ASKED_FIRST_H
#define ASKED_FIRST_H

// of releases long gone
#if CUDA_VERSION < 4010
#define CUDA_ERROR_ASSERT 710
#define EARLY 1
#else
#define EARLY 0
#endif

#include <cstdlib>

inline const char *told(cudaError_t error) { return error ? cudaGetErrorString(error) : ""; }
inline int bits(unsigned a) { return a ? CUDA_ERROR_ASSERT : 0; }
#endif
