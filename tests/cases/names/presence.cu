// Whether a library's header is included is asked by macros of its own, too: of those that only decorate, as of others.
#include <cuda_runtime.h>
#ifdef CUSPARSEAPI
const char *name(cusparseStatus_t error);
#endif
#if defined(CUFFTAPI) || defined(CURANDAPI) || defined(CUSOLVERAPI) || defined(CUBLASWINAPI)
const char *name(cufftResult error);
#endif
#ifdef CUDAAPI
int driver;
#endif
