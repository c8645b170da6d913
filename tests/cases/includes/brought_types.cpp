// hipSOLVER declares these of cuBLAS's names itself.
#include <cusolverDn.h>
void f(cusolverDnHandle_t solver, double *a, int n, int *size) {
    cublasFillMode_t which = CUBLAS_FILL_MODE_UPPER;
    cusolverDnDpotrf_bufferSize(solver, which, n, a, n, size);
}
