// CUDA's solvers bring cuBLAS and cuSPARSE along, and hipSOLVER does not.
#include <hipsparse/hipsparse.h>
#include "retarget_hip/blas.h"
#include <hipsolver/hipsolver.h>
void f(hipsolverSpHandle_t solver, double *a, int n) {
    hipblasHandle_t blas;
    hipblasCreate(&blas);
    const double two = 2;
    hipblasDscal(blas, n, &two, a, 1);
    hipsparseMatDescr_t matrix;
    hipsparseCreateMatDescr(&matrix);
    hipsolverSpDestroy(solver);
}
