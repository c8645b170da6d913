// retarget: -xcu
// The command says that this is CUDA, so what is under __CUDACC__ is live.
#include <hip/hip_runtime.h>

#ifdef __HIPCC__
void *live() { return (void *)cudaMemcpyArrayToArray; } // want [no-counterpart] cudaMemcpyArrayToArray
#else
void *dead() { return (void *)cudaMemcpyArrayToArray; }
#endif
