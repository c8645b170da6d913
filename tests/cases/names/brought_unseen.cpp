// A namespace of the program's brings a function of a library whose headers may be missing.
#include <cublas_v2.h>

namespace gpu {
using ::cublasCreate;
cublasStatus_t cublasDestroy(cublasHandle_t *handle);
}  // namespace gpu

int make(cublasHandle_t *handle) { return gpu::cublasCreate(handle) + gpu::cublasDestroy(handle); }
