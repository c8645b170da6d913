// Where no header declares a type, clang takes it for the name of the pointer to functions behind it.
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>
#include <hipsolver/hipsolver.h>
typedef hipblasStatus_t (*scale_t)(hipblasHandle_t, int, const float *, float *, int);
static hipsolverStatus_t (*size)(hipsolverHandle_t, int, int, float *, int, int *) = &hipsolverDnSgetrf_bufferSize;
struct Loaded {
    hipblasStatus_t (*create)(hipblasHandle_t *);
};
inline const char *name(hipblasStatus_t status) { return status == HIPBLAS_STATUS_SUCCESS ? "success" : "?"; }
inline const char *name(hipsolverStatus_t status) { return status == HIPSOLVER_STATUS_SUCCESS ? "success" : "?"; }
// So it does with a macro in front of a function's name.
#include <hiprand/hiprand.h>
#include <hipfft/hipfft.h>
extern "C" hiprandStatus_t make(hiprandGenerator_t *generator);
hipfftResult plan(hipfftHandle *plan, int size);
