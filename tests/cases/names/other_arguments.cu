// Functions that HIP's libraries declare with other arguments, or in newer versions alone.
#include <cublas_v2.h>
#include <cusparse.h>
cudaError_t move(cudaMemcpy3DPeerParms *p, cudaStream_t s) {
    p->srcDevice = 1;
    return cudaMemcpy3DPeerAsync(p, s);
}
void solve(cusparseHandle_t h, float *one, cusparseSpMatDescr_t a, cusparseDnMatDescr_t b, cusparseSpSMDescr_t d, void *p) {
    cusparseOperation_t n = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseSpSM_analysis(h, n, n, one, a, b, b, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, d, p);
    cusparseSpSM_solve(h, n, n, one, a, b, b, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, d);
}
void limit(cublasHandle_t h) {
    cublasSetSmCountTarget(h, 8);  // want [no-counterpart] has no counterpart in HIP
}
int version() { return (int)cublasGetCudartVersion(); }
