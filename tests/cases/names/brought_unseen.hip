// A namespace of the program's brings a function of a library whose headers may be missing.
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>

namespace gpu {
using ::hipblasCreate;
hipblasStatus_t cublasDestroy(hipblasHandle_t *handle);
}  // namespace gpu

int make(hipblasHandle_t *handle) { return gpu::hipblasCreate(handle) + gpu::cublasDestroy(handle); }
