// Handles and descriptors of libraries, which are pointers to void in HIP.
#include <cublas_v2.h>
#include <cusparse.h>
struct Deleter {
    void operator()(cusparseMatDescr_t handle) { cusparseDestroyMatDescr(handle); }
    void operator()(cusparseSpMatDescr_t handle) { cusparseDestroySpMat(handle); }  // want [collapsed] both 'void\*'
    void operator()(cudaEvent_t handle) { cudaEventDestroy(handle); }
};
inline void drop(cublasHandle_t handle) { cublasDestroy(handle); }
inline void drop(cusparseHandle_t handle) { cusparseDestroy(handle); }  // want [collapsed] give one another name
inline void drop(cublasHandle_t, cusparseHandle_t) {}
inline void check(cublasStatus_t status) {}
inline void check(cusparseStatus_t status) {}
