// Where no header declares a type, clang takes it for the name of the pointer to functions behind it.
#include <cublas_v2.h>
#include <cusolverDn.h>
typedef cublasStatus_t (*scale_t)(cublasHandle_t, int, const float *, float *, int);
static cusolverStatus_t (*size)(cusolverDnHandle_t, int, int, float *, int, int *) = &cusolverDnSgetrf_bufferSize;
struct Loaded {
    cublasStatus_t (*create)(cublasHandle_t *);
};
inline const char *name(cublasStatus_t status) { return status == CUBLAS_STATUS_SUCCESS ? "success" : "?"; }
inline const char *name(cusolverStatus_t status) { return status == CUSOLVER_STATUS_SUCCESS ? "success" : "?"; }
// So it does with a macro in front of a function's name.
#include <curand.h>
#include <cufft.h>
extern "C" curandStatus_t CURANDAPI make(curandGenerator_t *generator);
cufftResult CUFFTAPI plan(cufftHandle *plan, int size);
