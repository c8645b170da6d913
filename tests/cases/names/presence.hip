// Whether a library's header is included is asked by macros of its own, too: of those that only decorate, as of others.
#include <hip/hip_runtime.h>
#ifdef HIPSPARSE_EXPORT_H
const char *name(hipsparseStatus_t error);
#endif
#if defined(HIPFFT_H_) || defined(HIPRAND_H_) || defined(HIPSOLVER_H) || defined(HIPBLAS_H)
const char *name(hipfftResult error);
#endif
#ifdef HIP_INCLUDE_HIP_HIP_RUNTIME_H
int driver;
#endif
