// hipBLAS's names on the host's linear algebra.
// SPDX-License-Identifier: MIT
#pragma once
#include <hip/hip_runtime.h>
#include <hip/hip_complex.h>

typedef enum hipblasStatus_t {
  HIPBLAS_STATUS_SUCCESS = 0,
  HIPBLAS_STATUS_NOT_INITIALIZED = 1,
  HIPBLAS_STATUS_ALLOC_FAILED = 2,
  HIPBLAS_STATUS_INVALID_VALUE = 3,
  HIPBLAS_STATUS_MAPPING_ERROR = 4,
  HIPBLAS_STATUS_EXECUTION_FAILED = 5,
  HIPBLAS_STATUS_INTERNAL_ERROR = 6,
  HIPBLAS_STATUS_NOT_SUPPORTED = 7,
  HIPBLAS_STATUS_ARCH_MISMATCH = 8,
  HIPBLAS_STATUS_HANDLE_IS_NULLPTR = 9,
  HIPBLAS_STATUS_INVALID_ENUM = 10,
  HIPBLAS_STATUS_UNKNOWN = 11,
} hipblasStatus_t;
typedef enum hipblasOperation_t { HIPBLAS_OP_N = 111, HIPBLAS_OP_T = 112, HIPBLAS_OP_C = 113 } hipblasOperation_t;
typedef enum hipblasFillMode_t {
  HIPBLAS_FILL_MODE_UPPER = 121,
  HIPBLAS_FILL_MODE_LOWER = 122,
  HIPBLAS_FILL_MODE_FULL = 123,
} hipblasFillMode_t;
typedef enum hipblasDiagType_t { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 } hipblasDiagType_t;
typedef enum hipblasSideMode_t { HIPBLAS_SIDE_LEFT = 141, HIPBLAS_SIDE_RIGHT = 142 } hipblasSideMode_t;
typedef enum hipblasPointerMode_t { HIPBLAS_POINTER_MODE_HOST = 0, HIPBLAS_POINTER_MODE_DEVICE = 1 } hipblasPointerMode_t;
typedef enum hipblasAtomicsMode_t { HIPBLAS_ATOMICS_NOT_ALLOWED = 0, HIPBLAS_ATOMICS_ALLOWED = 1 } hipblasAtomicsMode_t;
struct hipblasContext {
  hipStream_t stream;
  hipblasPointerMode_t mode;
};
typedef hipblasContext* hipblasHandle_t;
typedef float2 hipblasComplex;
typedef double2 hipblasDoubleComplex;
typedef long long hipblasStride;

#define RETARGET_BLAS(name) hipblas##name
#define RETARGET_BLAS_VALUE(name) HIPBLAS_##name
#define RETARGET_BLAS_STREAM hipStream_t
#include "retarget_host/blas.h"
#undef RETARGET_BLAS_STREAM
#undef RETARGET_BLAS_VALUE
#undef RETARGET_BLAS

inline const char* hipblasStatusToString(hipblasStatus_t status) {
  static const char* const names[] = {
      "HIPBLAS_STATUS_SUCCESS",          "HIPBLAS_STATUS_NOT_INITIALIZED", "HIPBLAS_STATUS_ALLOC_FAILED",
      "HIPBLAS_STATUS_INVALID_VALUE",    "HIPBLAS_STATUS_MAPPING_ERROR",   "HIPBLAS_STATUS_EXECUTION_FAILED",
      "HIPBLAS_STATUS_INTERNAL_ERROR",   "HIPBLAS_STATUS_NOT_SUPPORTED",   "HIPBLAS_STATUS_ARCH_MISMATCH",
      "HIPBLAS_STATUS_HANDLE_IS_NULLPTR", "HIPBLAS_STATUS_INVALID_ENUM"};
  return status >= 0 && status < HIPBLAS_STATUS_UNKNOWN ? names[status] : "HIPBLAS_STATUS_UNKNOWN";
}

// The guard of the header that this one stands for: programs ask whether it was included.
#define HIPBLAS_H
