// Handles and descriptors of libraries, which are pointers to void in HIP.
#include <hip/hip_runtime.h>
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>
#include <hipsparse/hipsparse.h>
struct Deleter {
    void operator()(hipsparseMatDescr_t handle) { hipsparseDestroyMatDescr(handle); }
    void operator()(hipsparseSpMatDescr_t handle) { hipsparseDestroySpMat(handle); }  // want [collapsed] both 'void\*'
    void operator()(hipEvent_t handle) { hipEventDestroy(handle); }
};
inline void drop(hipblasHandle_t handle) { hipblasDestroy(handle); }
inline void drop(hipsparseHandle_t handle) { hipsparseDestroy(handle); }  // want [collapsed] give one another name
inline void drop(hipblasHandle_t, hipsparseHandle_t) {}
inline void check(hipblasStatus_t status) {}
inline void check(hipsparseStatus_t status) {}
