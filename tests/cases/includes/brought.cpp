// CUDA's solvers bring cuBLAS and cuSPARSE along, and hipSOLVER does not.
#include <cusolverSp.h>
void f(cusolverSpHandle_t solver, double *a, int n) {
    cublasHandle_t blas;
    cublasCreate(&blas);
    const double two = 2;
    cublasDscal(blas, n, &two, a, 1);
    cusparseMatDescr_t matrix;
    cusparseCreateMatDescr(&matrix);
    cusolverSpDestroy(solver);
}
