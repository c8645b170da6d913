// hipSOLVER declares these of cuBLAS's names itself.
#include <hipsolver/hipsolver.h>
void f(hipsolverHandle_t solver, double *a, int n, int *size) {
    hipblasFillMode_t which = HIPBLAS_FILL_MODE_UPPER;
    hipsolverDnDpotrf_bufferSize(solver, which, n, a, n, size);
}
