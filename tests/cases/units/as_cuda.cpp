// retarget: -xcu
// The command says that this is CUDA, so what is under __CUDACC__ is live.
#include <cuda_runtime.h>

#ifdef __CUDACC__
void *live() { return (void *)cudaMemcpyArrayToArray; } // want [no-counterpart] cudaMemcpyArrayToArray
#else
void *dead() { return (void *)cudaMemcpyArrayToArray; }
#endif
