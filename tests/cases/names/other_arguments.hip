// Functions that HIP's libraries declare with other arguments, or in newer versions alone.
#include <hip/hip_runtime.h>
#include "retarget_hip/blas.h"
#include "retarget_hip/peer_copies.h"
#include "retarget_hip/sparse.h"
#include <hipblas/hipblas.h>
#include <hipsparse/hipsparse.h>
hipError_t move(hipMemcpy3DPeerParms *p, hipStream_t s) {
    p->srcDevice = 1;
    return hipMemcpy3DPeerAsync(p, s);
}
void solve(hipsparseHandle_t h, float *one, hipsparseSpMatDescr_t a, hipsparseDnMatDescr_t b, hipsparseSpSMDescr_t d, void *p) {
    hipsparseOperation_t n = HIPSPARSE_OPERATION_NON_TRANSPOSE;
    retarget_hip::sparse_analysis(h, n, n, one, a, b, b, HIP_R_32F, HIPSPARSE_SPSM_ALG_DEFAULT, d, p);
    retarget_hip::sparse_solve(h, n, n, one, a, b, b, HIP_R_32F, HIPSPARSE_SPSM_ALG_DEFAULT, d);
}
void limit(hipblasHandle_t h) {
    cublasSetSmCountTarget(h, 8);  // want [no-counterpart] has no counterpart in HIP
}
int version() { return (int)retarget_hip_cudart_version(); }
