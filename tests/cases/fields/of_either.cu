// In a template a member may be CUDA's, the user's own, or either.
#include <cuda_runtime.h>

struct Mine { int warpSize, deviceOverlap; };

template <class T> int of_cudas(const T& p) { return p.deviceOverlap; }
template <class T> int of_own(const T& p) { return p.deviceOverlap; }
template <class T> int of_either(const T& p) { return p.warpSize; } // want [no-field] 'warpSize' is a member of 'cudaDeviceProp' in one use of this template, and the program's own in another

int all(const cudaDeviceProp& p, const Mine& m) { return of_cudas(p) + of_own(m) + of_either(p) + of_either(m); }
