// Stands between CUDA's cublas_v2.h and hipBLAS's header, which has changed its types: HIP's data types and complex
// numbers everywhere, compute types of their own for products, and what versions before 2 and 3 lack.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_BLAS_H
#define RETARGET_HIP_BLAS_H
#if __has_include(<hipblas/hipblas-version.h>)

#include <hip/hip_version.h>
#include <hip/library_types.h>
#include <hipblas/hipblas-version.h>

// Version 2 has both interfaces; version 3 has the newer one alone.
#ifndef HIPBLAS_V2
#define HIPBLAS_V2
#endif
#if hipblasVersionMajor < 2 && !defined(ROCM_MATHLIBS_API_USE_HIP_COMPLEX)
#define ROCM_MATHLIBS_API_USE_HIP_COMPLEX
#endif
#include <hipblas/hipblas.h>

// Types that HIP lacks before version 5.5.
#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 505
#define HIP_R_8I ((hipDataType)3)
#define HIP_C_8I ((hipDataType)7)
#define HIP_R_8U ((hipDataType)8)
#define HIP_C_8U ((hipDataType)9)
#define HIP_R_32I ((hipDataType)10)
#define HIP_C_32I ((hipDataType)11)
#define HIP_R_16BF ((hipDataType)14)
#define HIP_C_16BF ((hipDataType)15)
#endif

#if hipblasVersionMajor < 2
typedef enum {
  HIPBLAS_COMPUTE_16F = 0,
  HIPBLAS_COMPUTE_16F_PEDANTIC = 1,
  HIPBLAS_COMPUTE_32F = 2,
  HIPBLAS_COMPUTE_32F_PEDANTIC = 3,
  HIPBLAS_COMPUTE_32F_FAST_16F = 4,
  HIPBLAS_COMPUTE_32F_FAST_16BF = 5,
  HIPBLAS_COMPUTE_32F_FAST_TF32 = 6,
  HIPBLAS_COMPUTE_64F = 7,
  HIPBLAS_COMPUTE_64F_PEDANTIC = 8,
  HIPBLAS_COMPUTE_32I = 9,
  HIPBLAS_COMPUTE_32I_PEDANTIC = 10
} hipblasComputeType_t;
#endif

// The mode allows the use of units that compute less exactly: rocBLAS computes in full, whatever is allowed.
#if hipblasVersionMajor * 100 + hipblasVersionMinor < 201
typedef enum {
  HIPBLAS_DEFAULT_MATH,
  HIPBLAS_XF32_XDL_MATH,
  HIPBLAS_PEDANTIC_MATH,
  HIPBLAS_TF32_TENSOR_OP_MATH,
  HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION,
  HIPBLAS_TENSOR_OP_MATH
} hipblasMath_t;
static inline hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode) {
  (void)mode;
  return handle ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_INITIALIZED;
}
static inline hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle, hipblasMath_t* mode) {
  *mode = HIPBLAS_DEFAULT_MATH;
  return handle ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_INITIALIZED;
}
#endif

// As RETARGET_CUDA_VERSION.
static inline size_t retarget_hip_cudart_version(void) { return 11080; }

#ifdef __cplusplus

// Taken only where the header declares none, as these before version 3 do: the library has memory of its own.
template <typename Bytes>
inline hipblasStatus_t hipblasSetWorkspace(hipblasHandle_t handle, void*, Bytes) {
  return handle ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_INITIALIZED;
}

template <typename Version>
inline hipblasStatus_t hipblasGetVersion(hipblasHandle_t, Version* version_) {
  *version_ = hipblasVersionMajor * 10000 + hipblasVersionMinor * 100 + hipblasVersionPatch;
  return HIPBLAS_STATUS_SUCCESS;
}

namespace retarget_hip {
namespace detail_ {

#if hipblasVersionMajor < 2
// HIP numbers its types as CUDA does.
inline hipblasDatatype_t blas_type(hipDataType type) {
  switch (static_cast<int>(type)) {
    case 0: return HIPBLAS_R_32F;
    case 1: return HIPBLAS_R_64F;
    case 2: return HIPBLAS_R_16F;
    case 3: return HIPBLAS_R_8I;
    case 4: return HIPBLAS_C_32F;
    case 5: return HIPBLAS_C_64F;
    case 6: return HIPBLAS_C_16F;
    case 7: return HIPBLAS_C_8I;
    case 8: return HIPBLAS_R_8U;
    case 9: return HIPBLAS_C_8U;
    case 10: return HIPBLAS_R_32I;
    case 11: return HIPBLAS_C_32I;
    case 12: return HIPBLAS_R_32U;
    case 13: return HIPBLAS_C_32U;
    case 14: return HIPBLAS_R_16B;
    case 15: return HIPBLAS_C_16B;
    default: return static_cast<hipblasDatatype_t>(-1);  // the library refuses it
  }
}
inline hipblasDatatype_t blas_compute_of(hipDataType compute, hipDataType) { return blas_type(compute); }
inline hipblasDatatype_t blas_compute_of(hipblasComputeType_t compute, hipDataType product) {
  const bool is_complex = product == HIP_C_32F || product == HIP_C_64F || product == HIP_C_16F;
  switch (compute) {
    case HIPBLAS_COMPUTE_16F:
    case HIPBLAS_COMPUTE_16F_PEDANTIC: return HIPBLAS_R_16F;
    case HIPBLAS_COMPUTE_64F:
    case HIPBLAS_COMPUTE_64F_PEDANTIC: return is_complex ? HIPBLAS_C_64F : HIPBLAS_R_64F;
    case HIPBLAS_COMPUTE_32I:
    case HIPBLAS_COMPUTE_32I_PEDANTIC: return HIPBLAS_R_32I;
    default: return is_complex ? HIPBLAS_C_32F : HIPBLAS_R_32F;
  }
}
#else
inline hipDataType blas_type(hipDataType type) { return type; }
inline hipblasComputeType_t blas_compute_of(hipblasComputeType_t compute, hipDataType) { return compute; }
inline hipblasComputeType_t blas_compute_of(hipDataType compute, hipDataType) {
  switch (compute) {
    case HIP_R_16F: return HIPBLAS_COMPUTE_16F;
    case HIP_R_64F:
    case HIP_C_64F: return HIPBLAS_COMPUTE_64F;
    case HIP_R_32I: return HIPBLAS_COMPUTE_32I;
    default: return HIPBLAS_COMPUTE_32F;
  }
}
#endif

}  // namespace detail_
}  // namespace retarget_hip

// CUDA's overloads: the precision of a product is a compute type, or, as before CUDA 11, a data type.
#define RETARGET_HIP_BLAS_PRODUCTS(Compute)                                                                           \
  inline hipblasStatus_t hipblasGemmEx(                                                                               \
      hipblasHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, int m, int n, int k, const void* alpha, \
      const void* A, hipDataType typeA, int lda, const void* B, hipDataType typeB, int ldb, const void* beta,         \
      void* C, hipDataType typeC, int ldc, Compute compute, hipblasGemmAlgo_t algo) {                                 \
    using retarget_hip::detail_::blas_type;                                                                            \
    return hipblasGemmEx(handle, opA, opB, m, n, k, alpha, A, blas_type(typeA), lda, B, blas_type(typeB), ldb, beta,  \
                         C, blas_type(typeC), ldc, retarget_hip::detail_::blas_compute_of(compute, typeC), algo);      \
  }                                                                                                                   \
  inline hipblasStatus_t hipblasGemmStridedBatchedEx(                                                                 \
      hipblasHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, int m, int n, int k, const void* alpha, \
      const void* A, hipDataType typeA, int lda, long long strideA, const void* B, hipDataType typeB, int ldb,        \
      long long strideB, const void* beta, void* C, hipDataType typeC, int ldc, long long strideC, int count,         \
      Compute compute, hipblasGemmAlgo_t algo) {                                                                      \
    using retarget_hip::detail_::blas_type;                                                                            \
    return hipblasGemmStridedBatchedEx(handle, opA, opB, m, n, k, alpha, A, blas_type(typeA), lda, strideA, B,        \
                                       blas_type(typeB), ldb, strideB, beta, C, blas_type(typeC), ldc, strideC,       \
                                       count, retarget_hip::detail_::blas_compute_of(compute, typeC), algo);           \
  }

// Arrays of pointers are const here, and in no version of the header.
#define RETARGET_HIP_BLAS_BATCHES(Compute)                                                                            \
  inline hipblasStatus_t hipblasGemmBatchedEx(                                                                        \
      hipblasHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, int m, int n, int k, const void* alpha, \
      const void* const A[], hipDataType typeA, int lda, const void* const B[], hipDataType typeB, int ldb,           \
      const void* beta, void* const C[], hipDataType typeC, int ldc, int count, Compute compute,                      \
      hipblasGemmAlgo_t algo) {                                                                                       \
    using retarget_hip::detail_::blas_type;                                                                            \
    return hipblasGemmBatchedEx(handle, opA, opB, m, n, k, alpha, const_cast<const void**>(A), blas_type(typeA), lda, \
                                const_cast<const void**>(B), blas_type(typeB), ldb, beta, const_cast<void**>(C),      \
                                blas_type(typeC), ldc, count,                                                         \
                                retarget_hip::detail_::blas_compute_of(compute, typeC), algo);                         \
  }

RETARGET_HIP_BLAS_PRODUCTS(hipDataType)
RETARGET_HIP_BLAS_BATCHES(hipDataType)
RETARGET_HIP_BLAS_BATCHES(hipblasComputeType_t)
#if hipblasVersionMajor < 2
RETARGET_HIP_BLAS_PRODUCTS(hipblasComputeType_t)
#endif
#undef RETARGET_HIP_BLAS_PRODUCTS
#undef RETARGET_HIP_BLAS_BATCHES

// Products of any types whose sums and scalars are of single precision.
#define RETARGET_HIP_BLAS_SUMS(letter, Number)                                                                        \
  inline hipblasStatus_t retarget_hip_blas_##letter##gemm_ex(                                                         \
      hipblasHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, int m, int n, int k,                    \
      const Number* alpha, const void* A, hipDataType typeA, int lda, const void* B, hipDataType typeB, int ldb,      \
      const Number* beta, void* C, hipDataType typeC, int ldc) {                                                      \
    return hipblasGemmEx(handle, opA, opB, m, n, k, alpha, A, typeA, lda, B, typeB, ldb, beta, C, typeC, ldc,         \
                         HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT);                                                  \
  }
RETARGET_HIP_BLAS_SUMS(s, float)
RETARGET_HIP_BLAS_SUMS(c, hipFloatComplex)
#undef RETARGET_HIP_BLAS_SUMS

// Arrays that are read alone are const in CUDA, and not here.
#define RETARGET_HIP_BLAS_SOLVES(letter, Number)                                                                      \
  inline hipblasStatus_t hipblas##letter##getriBatched(hipblasHandle_t handle, int n, const Number* const A[], int lda, \
                                                       const int* pivots, Number* const C[], int ldc, int* info,      \
                                                       int count) {                                                   \
    return hipblas##letter##getriBatched(handle, n, const_cast<Number* const*>(A), lda, const_cast<int*>(pivots), C,  \
                                         ldc, info, count);                                                           \
  }                                                                                                                   \
  inline hipblasStatus_t hipblas##letter##getrsBatched(hipblasHandle_t handle, hipblasOperation_t trans, int n,       \
                                                       int rights, const Number* const A[], int lda,                  \
                                                       const int* pivots, Number* const B[], int ldb, int* info,      \
                                                       int count) {                                                   \
    return hipblas##letter##getrsBatched(handle, trans, n, rights, const_cast<Number* const*>(A), lda, pivots, B, ldb, \
                                         info, count);                                                                \
  }
RETARGET_HIP_BLAS_SOLVES(S, float)
RETARGET_HIP_BLAS_SOLVES(D, double)
RETARGET_HIP_BLAS_SOLVES(C, hipFloatComplex)
RETARGET_HIP_BLAS_SOLVES(Z, hipDoubleComplex)
#undef RETARGET_HIP_BLAS_SOLVES

// A half is a number of 16 bits here, unless the program asks for HIP's own type; templates, so that both go together.
struct __half;
template <typename Half>
struct retarget_hip_blas_half;
template <>
struct retarget_hip_blas_half<__half> {
  typedef hipblasStatus_t Status;
};
template <typename Half>
inline typename retarget_hip_blas_half<Half>::Status hipblasHgemm(
    hipblasHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, int m, int n, int k, const Half* alpha,
    const Half* A, int lda, const Half* B, int ldb, const Half* beta, Half* C, int ldc) {
  typedef const hipblasHalf* Read;
  return hipblasHgemm(handle, opA, opB, m, n, k, reinterpret_cast<Read>(alpha), reinterpret_cast<Read>(A), lda,
                      reinterpret_cast<Read>(B), ldb, reinterpret_cast<Read>(beta), reinterpret_cast<hipblasHalf*>(C),
                      ldc);
}
template <typename Half>
inline typename retarget_hip_blas_half<Half>::Status hipblasHgemmStridedBatched(
    hipblasHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, int m, int n, int k, const Half* alpha,
    const Half* A, int lda, long long strideA, const Half* B, int ldb, long long strideB, const Half* beta, Half* C,
    int ldc, long long strideC, int count) {
  typedef const hipblasHalf* Read;
  return hipblasHgemmStridedBatched(handle, opA, opB, m, n, k, reinterpret_cast<Read>(alpha), reinterpret_cast<Read>(A),
                                    lda, strideA, reinterpret_cast<Read>(B), ldb, strideB,
                                    reinterpret_cast<Read>(beta), reinterpret_cast<hipblasHalf*>(C), ldc, strideC,
                                    count);
}
template <typename Half>
inline typename retarget_hip_blas_half<Half>::Status hipblasHgemmBatched(
    hipblasHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, int m, int n, int k, const Half* alpha,
    const Half* const A[], int lda, const Half* const B[], int ldb, const Half* beta, Half* const C[], int ldc,
    int count) {
  typedef const hipblasHalf* Read;
  return hipblasHgemmBatched(handle, opA, opB, m, n, k, reinterpret_cast<Read>(alpha),
                             reinterpret_cast<const Read*>(A), lda, reinterpret_cast<const Read*>(B), ldb,
                             reinterpret_cast<Read>(beta), reinterpret_cast<hipblasHalf* const*>(C), ldc, count);
}

#endif
#endif
#endif
