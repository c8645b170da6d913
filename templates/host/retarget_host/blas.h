// Linear algebra on the host's CBLAS. Matrices are column-major. RETARGET_BLAS(name) spells functions and types, and
// RETARGET_BLAS_VALUE(NAME) enumerators, which the library's own header declares. Host and device pointers are alike
// here, so that both pointer modes are.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_BLAS_H
#define RETARGET_HOST_BLAS_H

#include <cblas.h>

#include <cmath>
#include <cstddef>
#include <cstring>

namespace retarget_host {

using BlasStatus = RETARGET_BLAS(Status_t);
using BlasHandle = RETARGET_BLAS(Handle_t);
using BlasOperation = RETARGET_BLAS(Operation_t);
using BlasFill = RETARGET_BLAS(FillMode_t);
using BlasSide = RETARGET_BLAS(SideMode_t);
using BlasDiagonal = RETARGET_BLAS(DiagType_t);

constexpr BlasStatus blas_ok = RETARGET_BLAS_VALUE(STATUS_SUCCESS);
constexpr BlasStatus blas_invalid = RETARGET_BLAS_VALUE(STATUS_INVALID_VALUE);

inline CBLAS_TRANSPOSE blas(BlasOperation o) {
  return o == RETARGET_BLAS_VALUE(OP_N) ? CblasNoTrans : o == RETARGET_BLAS_VALUE(OP_T) ? CblasTrans : CblasConjTrans;
}
inline CBLAS_UPLO blas(BlasFill f) { return f == RETARGET_BLAS_VALUE(FILL_MODE_UPPER) ? CblasUpper : CblasLower; }
inline CBLAS_SIDE blas(BlasSide s) { return s == RETARGET_BLAS_VALUE(SIDE_LEFT) ? CblasLeft : CblasRight; }
inline CBLAS_DIAG blas(BlasDiagonal d) { return d == RETARGET_BLAS_VALUE(DIAG_UNIT) ? CblasUnit : CblasNonUnit; }
inline bool transposed(BlasOperation o) { return o != RETARGET_BLAS_VALUE(OP_N); }

// Runs `work`, where the handle and the arguments can be.
template <typename Work>
inline BlasStatus blas_done(BlasHandle handle, bool valid, Work work) {
  if (!handle) return RETARGET_BLAS_VALUE(STATUS_NOT_INITIALIZED);
  if (!valid) return blas_invalid;
  const Library scope;
  work();
  return blas_ok;
}

inline bool fits(int rows, int columns, int stride) { return rows >= 0 && columns >= 0 && stride >= (rows > 1 ? rows : 1); }
inline bool gemm_fits(BlasOperation a, BlasOperation b, int m, int n, int k, int lda, int ldb, int ldc) {
  return (transposed(a) ? fits(k, m, lda) : fits(m, k, lda)) && (transposed(b) ? fits(n, k, ldb) : fits(k, n, ldb)) &&
         fits(m, n, ldc);
}

inline void copy_blocks(std::size_t size, std::size_t rows, std::size_t columns, const void* from, std::size_t from_stride,
                        void* to, std::size_t to_stride) {
  const Library scope;
  for (std::size_t c = 0; c < columns; ++c)
    std::memcpy(static_cast<char*>(to) + c * to_stride * size, static_cast<const char*>(from) + c * from_stride * size,
                rows * size);
}

template <typename T>
inline T magnitude(T x) { return std::fabs(x); }
inline float magnitude(float2 x) { return std::fabs(x.x) + std::fabs(x.y); }
inline double magnitude(double2 x) { return std::fabs(x.x) + std::fabs(x.y); }

// The first place of an extreme magnitude, counted from 1; 0 where there is none.
template <typename T, typename Better>
inline int extreme(int n, const T* x, int step, Better better) {
  if (n < 1 || step < 1) return 0;
  int best = 0;
  for (int i = 1; i < n; ++i)
    if (better(magnitude(x[static_cast<std::size_t>(i) * step]), magnitude(x[static_cast<std::size_t>(best) * step]))) best = i;
  return best + 1;
}

}  // namespace retarget_host

inline retarget_host::BlasStatus RETARGET_BLAS(Create)(retarget_host::BlasHandle* to) {
  if (!to) return retarget_host::blas_invalid;
  *to = new RETARGET_BLAS(Context){};
  return retarget_host::blas_ok;
}
inline retarget_host::BlasStatus RETARGET_BLAS(Destroy)(retarget_host::BlasHandle handle) {
  return retarget_host::blas_done(handle, true, [=] { delete handle; });
}
inline retarget_host::BlasStatus RETARGET_BLAS(SetPointerMode)(retarget_host::BlasHandle handle, RETARGET_BLAS(PointerMode_t) mode) {
  return retarget_host::blas_done(handle, true, [=] { handle->mode = mode; });
}
inline retarget_host::BlasStatus RETARGET_BLAS(GetPointerMode)(retarget_host::BlasHandle handle, RETARGET_BLAS(PointerMode_t)* to) {
  return retarget_host::blas_done(handle, to, [=] { *to = handle->mode; });
}
inline retarget_host::BlasStatus RETARGET_BLAS(SetStream)(retarget_host::BlasHandle handle, RETARGET_BLAS_STREAM stream) {
  return retarget_host::blas_done(handle, true, [=] { handle->stream = stream; });
}
inline retarget_host::BlasStatus RETARGET_BLAS(GetStream)(retarget_host::BlasHandle handle, RETARGET_BLAS_STREAM* to) {
  return retarget_host::blas_done(handle, to, [=] { *to = handle->stream; });
}
inline retarget_host::BlasStatus RETARGET_BLAS(SetAtomicsMode)(retarget_host::BlasHandle handle, RETARGET_BLAS(AtomicsMode_t)) {
  return retarget_host::blas_done(handle, true, [] {});
}

// Vectors and matrices between host and device, one way and the other.
#define RETARGET_TRANSFER(way)                                                                                          \
  inline retarget_host::BlasStatus RETARGET_BLAS(way##Vector)(int n, int size, const void* x, int incx, void* y, int incy) { \
    if (n < 0 || size < 1 || incx < 1 || incy < 1) return retarget_host::blas_invalid;                                  \
    retarget_host::copy_blocks(size, 1, n, x, incx, y, incy);                                                           \
    return retarget_host::blas_ok;                                                                                      \
  }                                                                                                                     \
  inline retarget_host::BlasStatus RETARGET_BLAS(way##VectorAsync)(int n, int size, const void* x, int incx, void* y,   \
                                                                   int incy, RETARGET_BLAS_STREAM) {                    \
    return RETARGET_BLAS(way##Vector)(n, size, x, incx, y, incy);                                                       \
  }                                                                                                                     \
  inline retarget_host::BlasStatus RETARGET_BLAS(way##Matrix)(int rows, int columns, int size, const void* a, int lda,  \
                                                              void* b, int ldb) {                                       \
    if (size < 1 || !retarget_host::fits(rows, columns, lda) || !retarget_host::fits(rows, columns, ldb))               \
      return retarget_host::blas_invalid;                                                                               \
    retarget_host::copy_blocks(size, rows, columns, a, lda, b, ldb);                                                    \
    return retarget_host::blas_ok;                                                                                      \
  }                                                                                                                     \
  inline retarget_host::BlasStatus RETARGET_BLAS(way##MatrixAsync)(int rows, int columns, int size, const void* a,      \
                                                                   int lda, void* b, int ldb, RETARGET_BLAS_STREAM) {   \
    return RETARGET_BLAS(way##Matrix)(rows, columns, size, a, lda, b, ldb);                                             \
  }
RETARGET_TRANSFER(Set)
RETARGET_TRANSFER(Get)
#undef RETARGET_TRANSFER

#define RETARGET_BLAS_FUNCTION(name, parameters, valid, ...)                                                            \
  inline retarget_host::BlasStatus RETARGET_BLAS(name)(retarget_host::BlasHandle handle, RETARGET_LIST parameters) {    \
    return retarget_host::blas_done(handle, valid, [&] { __VA_ARGS__; });                                               \
  }
#define RETARGET_LIST(...) __VA_ARGS__
#define RETARGET_OP retarget_host::BlasOperation
#define RETARGET_FILL retarget_host::BlasFill
#define RETARGET_SIDE retarget_host::BlasSide
#define RETARGET_DIAG retarget_host::BlasDiagonal

// Real numbers: S is the letter in names, s that in CBLAS's.
#define RETARGET_REAL(S, s, T)                                                                                          \
  RETARGET_BLAS_FUNCTION(S##axpy, (int n, const T* alpha, const T* x, int incx, T* y, int incy), n >= 0,                \
                         cblas_##s##axpy(n, *alpha, x, incx, y, incy))                                                  \
  RETARGET_BLAS_FUNCTION(S##scal, (int n, const T* alpha, T* x, int incx), n >= 0, cblas_##s##scal(n, *alpha, x, incx)) \
  RETARGET_BLAS_FUNCTION(S##copy, (int n, const T* x, int incx, T* y, int incy), n >= 0,                                \
                         cblas_##s##copy(n, x, incx, y, incy))                                                          \
  RETARGET_BLAS_FUNCTION(S##swap, (int n, T* x, int incx, T* y, int incy), n >= 0, cblas_##s##swap(n, x, incx, y, incy)) \
  RETARGET_BLAS_FUNCTION(S##dot, (int n, const T* x, int incx, const T* y, int incy, T* result), n >= 0,                \
                         *result = cblas_##s##dot(n, x, incx, y, incy))                                                 \
  RETARGET_BLAS_FUNCTION(S##nrm2, (int n, const T* x, int incx, T* result), true, *result = cblas_##s##nrm2(n, x, incx)) \
  RETARGET_BLAS_FUNCTION(S##asum, (int n, const T* x, int incx, T* result), true, *result = cblas_##s##asum(n, x, incx)) \
  RETARGET_BLAS_FUNCTION(S##rot, (int n, T* x, int incx, T* y, int incy, const T* c, const T* sine), n >= 0,            \
                         cblas_##s##rot(n, x, incx, y, incy, *c, *sine))                                                \
  RETARGET_BLAS_FUNCTION(S##rotg, (T * a, T * b, T * c, T * sine), true, cblas_##s##rotg(a, b, c, sine))                \
  RETARGET_BLAS_FUNCTION(S##rotm, (int n, T* x, int incx, T* y, int incy, const T* how), n >= 0,                        \
                         cblas_##s##rotm(n, x, incx, y, incy, how))                                                     \
  RETARGET_BLAS_FUNCTION(S##rotmg, (T * d1, T * d2, T * x1, const T* y1, T* how), true,                                 \
                         cblas_##s##rotmg(d1, d2, x1, *y1, how))                                                        \
  RETARGET_BLAS_FUNCTION(S##gemv, (RETARGET_OP o, int m, int n, const T* alpha, const T* a, int lda, const T* x,        \
                                   int incx, const T* beta, T* y, int incy),                                            \
                         retarget_host::fits(m, n, lda),                                                                \
                         cblas_##s##gemv(CblasColMajor, retarget_host::blas(o), m, n, *alpha, a, lda, x, incx, *beta, y, incy)) \
  RETARGET_BLAS_FUNCTION(S##gbmv, (RETARGET_OP o, int m, int n, int kl, int ku, const T* alpha, const T* a, int lda,    \
                                   const T* x, int incx, const T* beta, T* y, int incy),                                \
                         m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda > kl + ku,                                       \
                         cblas_##s##gbmv(CblasColMajor, retarget_host::blas(o), m, n, kl, ku, *alpha, a, lda, x, incx,  \
                                         *beta, y, incy))                                                               \
  RETARGET_BLAS_FUNCTION(S##ger, (int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a, int lda), \
                         retarget_host::fits(m, n, lda),                                                                \
                         cblas_##s##ger(CblasColMajor, m, n, *alpha, x, incx, y, incy, a, lda))                         \
  RETARGET_BLAS_FUNCTION(S##symv, (RETARGET_FILL f, int n, const T* alpha, const T* a, int lda, const T* x, int incx,   \
                                   const T* beta, T* y, int incy),                                                      \
                         retarget_host::fits(n, n, lda),                                                                \
                         cblas_##s##symv(CblasColMajor, retarget_host::blas(f), n, *alpha, a, lda, x, incx, *beta, y, incy)) \
  RETARGET_BLAS_FUNCTION(S##syr, (RETARGET_FILL f, int n, const T* alpha, const T* x, int incx, T* a, int lda),         \
                         retarget_host::fits(n, n, lda),                                                                \
                         cblas_##s##syr(CblasColMajor, retarget_host::blas(f), n, *alpha, x, incx, a, lda))             \
  RETARGET_BLAS_FUNCTION(S##syr2, (RETARGET_FILL f, int n, const T* alpha, const T* x, int incx, const T* y, int incy,  \
                                   T* a, int lda),                                                                      \
                         retarget_host::fits(n, n, lda),                                                                \
                         cblas_##s##syr2(CblasColMajor, retarget_host::blas(f), n, *alpha, x, incx, y, incy, a, lda))   \
  RETARGET_BLAS_FUNCTION(S##symm, (RETARGET_SIDE d, RETARGET_FILL f, int m, int n, const T* alpha, const T* a, int lda, \
                                   const T* b, int ldb, const T* beta, T* c, int ldc),                                  \
                         retarget_host::fits(m, n, ldb) && retarget_host::fits(m, n, ldc),                              \
                         cblas_##s##symm(CblasColMajor, retarget_host::blas(d), retarget_host::blas(f), m, n, *alpha,   \
                                         a, lda, b, ldb, *beta, c, ldc))                                                \
  RETARGET_SHARED(S, s, T, T, *)                                                                                        \
  RETARGET_EXTREME(S, s, T)

// Complex numbers: scalars and results by address, as CBLAS takes them.
#define RETARGET_COMPLEX(C, c, T, R, r)                                                                                 \
  RETARGET_BLAS_FUNCTION(C##axpy, (int n, const T* alpha, const T* x, int incx, T* y, int incy), n >= 0,                \
                         cblas_##c##axpy(n, alpha, x, incx, y, incy))                                                   \
  RETARGET_BLAS_FUNCTION(C##scal, (int n, const T* alpha, T* x, int incx), n >= 0, cblas_##c##scal(n, alpha, x, incx))  \
  RETARGET_BLAS_FUNCTION(C##r##scal, (int n, const R* alpha, T* x, int incx), n >= 0,                                   \
                         cblas_##c##r##scal(n, *alpha, x, incx))                                                        \
  RETARGET_BLAS_FUNCTION(C##copy, (int n, const T* x, int incx, T* y, int incy), n >= 0,                                \
                         cblas_##c##copy(n, x, incx, y, incy))                                                          \
  RETARGET_BLAS_FUNCTION(C##swap, (int n, T* x, int incx, T* y, int incy), n >= 0, cblas_##c##swap(n, x, incx, y, incy)) \
  RETARGET_BLAS_FUNCTION(C##dotu, (int n, const T* x, int incx, const T* y, int incy, T* result), n >= 0,               \
                         cblas_##c##dotu_sub(n, x, incx, y, incy, result))                                              \
  RETARGET_BLAS_FUNCTION(C##dotc, (int n, const T* x, int incx, const T* y, int incy, T* result), n >= 0,               \
                         cblas_##c##dotc_sub(n, x, incx, y, incy, result))                                              \
  RETARGET_BLAS_FUNCTION(C##gemv, (RETARGET_OP o, int m, int n, const T* alpha, const T* a, int lda, const T* x,        \
                                   int incx, const T* beta, T* y, int incy),                                            \
                         retarget_host::fits(m, n, lda),                                                                \
                         cblas_##c##gemv(CblasColMajor, retarget_host::blas(o), m, n, alpha, a, lda, x, incx, beta, y, incy)) \
  RETARGET_BLAS_FUNCTION(C##gerc, (int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a, int lda), \
                         retarget_host::fits(m, n, lda),                                                                \
                         cblas_##c##gerc(CblasColMajor, m, n, alpha, x, incx, y, incy, a, lda))                         \
  RETARGET_BLAS_FUNCTION(C##geru, (int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, T* a, int lda), \
                         retarget_host::fits(m, n, lda),                                                                \
                         cblas_##c##geru(CblasColMajor, m, n, alpha, x, incx, y, incy, a, lda))                         \
  RETARGET_BLAS_FUNCTION(C##herk, (RETARGET_FILL f, RETARGET_OP o, int n, int k, const R* alpha, const T* a, int lda,   \
                                   const R* beta, T* c_, int ldc),                                                      \
                         retarget_host::fits(n, n, ldc),                                                                \
                         cblas_##c##herk(CblasColMajor, retarget_host::blas(f), retarget_host::blas(o), n, k, *alpha, a, \
                                         lda, *beta, c_, ldc))                                                          \
  RETARGET_SHARED(C, c, T, R, )                                                                                         \
  RETARGET_EXTREME(C, c, T)

// What both have alike; `value` turns the address of a scalar into what CBLAS takes.
#define RETARGET_SHARED(S, s, T, R, value)                                                                              \
  RETARGET_BLAS_FUNCTION(S##trmv, (RETARGET_FILL f, RETARGET_OP o, RETARGET_DIAG d, int n, const T* a, int lda, T* x,   \
                                   int incx),                                                                           \
                         retarget_host::fits(n, n, lda),                                                                \
                         cblas_##s##trmv(CblasColMajor, retarget_host::blas(f), retarget_host::blas(o),                 \
                                         retarget_host::blas(d), n, a, lda, x, incx))                                   \
  RETARGET_BLAS_FUNCTION(S##trsv, (RETARGET_FILL f, RETARGET_OP o, RETARGET_DIAG d, int n, const T* a, int lda, T* x,   \
                                   int incx),                                                                           \
                         retarget_host::fits(n, n, lda),                                                                \
                         cblas_##s##trsv(CblasColMajor, retarget_host::blas(f), retarget_host::blas(o),                 \
                                         retarget_host::blas(d), n, a, lda, x, incx))                                   \
  RETARGET_BLAS_FUNCTION(S##syrk, (RETARGET_FILL f, RETARGET_OP o, int n, int k, const T* alpha, const T* a, int lda,   \
                                   const T* beta, T* c, int ldc),                                                       \
                         retarget_host::fits(n, n, ldc),                                                                \
                         cblas_##s##syrk(CblasColMajor, retarget_host::blas(f), retarget_host::blas(o), n, k,           \
                                         value alpha, a, lda, value beta, c, ldc))                                      \
  RETARGET_BLAS_FUNCTION(S##syr2k, (RETARGET_FILL f, RETARGET_OP o, int n, int k, const T* alpha, const T* a, int lda,  \
                                    const T* b, int ldb, const T* beta, T* c, int ldc),                                 \
                         retarget_host::fits(n, n, ldc),                                                                \
                         cblas_##s##syr2k(CblasColMajor, retarget_host::blas(f), retarget_host::blas(o), n, k,          \
                                          value alpha, a, lda, b, ldb, value beta, c, ldc))                             \
  RETARGET_BLAS_FUNCTION(S##trsm, (RETARGET_SIDE d, RETARGET_FILL f, RETARGET_OP o, RETARGET_DIAG g, int m, int n,      \
                                   const T* alpha, const T* a, int lda, T* b, int ldb),                                 \
                         retarget_host::fits(m, n, ldb),                                                                \
                         cblas_##s##trsm(CblasColMajor, retarget_host::blas(d), retarget_host::blas(f),                 \
                                         retarget_host::blas(o), retarget_host::blas(g), m, n, value alpha, a, lda, b, ldb)) \
  RETARGET_BLAS_FUNCTION(S##trmm, (RETARGET_SIDE d, RETARGET_FILL f, RETARGET_OP o, RETARGET_DIAG g, int m, int n,      \
                                   const T* alpha, const T* a, int lda, const T* b, int ldb, T* c, int ldc),            \
                         retarget_host::fits(m, n, ldb) && retarget_host::fits(m, n, ldc),                              \
                         if (b != c) retarget_host::copy_blocks(sizeof(T), m, n, b, ldb, c, ldc);                       \
                         cblas_##s##trmm(CblasColMajor, retarget_host::blas(d), retarget_host::blas(f),                 \
                                         retarget_host::blas(o), retarget_host::blas(g), m, n, value alpha, a, lda, c, ldc)) \
  RETARGET_BLAS_FUNCTION(S##gemm, (RETARGET_OP oa, RETARGET_OP ob, int m, int n, int k, const T* alpha, const T* a,     \
                                   int lda, const T* b, int ldb, const T* beta, T* c, int ldc),                         \
                         retarget_host::gemm_fits(oa, ob, m, n, k, lda, ldb, ldc),                                      \
                         cblas_##s##gemm(CblasColMajor, retarget_host::blas(oa), retarget_host::blas(ob), m, n, k,      \
                                         value alpha, a, lda, b, ldb, value beta, c, ldc))                              \
  RETARGET_BLAS_FUNCTION(S##gemmBatched, (RETARGET_OP oa, RETARGET_OP ob, int m, int n, int k, const T* alpha,          \
                                          const T* const a[], int lda, const T* const b[], int ldb, const T* beta,      \
                                          T* const c[], int ldc, int count),                                            \
                         retarget_host::gemm_fits(oa, ob, m, n, k, lda, ldb, ldc) && count >= 0,                        \
                         for (int i = 0; i < count; ++i)                                                                \
                             cblas_##s##gemm(CblasColMajor, retarget_host::blas(oa), retarget_host::blas(ob), m, n, k,  \
                                             value alpha, a[i], lda, b[i], ldb, value beta, c[i], ldc))                 \
  RETARGET_BLAS_FUNCTION(S##gemmStridedBatched, (RETARGET_OP oa, RETARGET_OP ob, int m, int n, int k, const T* alpha,   \
                                                 const T* a, int lda, long long na, const T* b, int ldb, long long nb,  \
                                                 const T* beta, T* c, int ldc, long long nc, int count),                \
                         retarget_host::gemm_fits(oa, ob, m, n, k, lda, ldb, ldc) && count >= 0,                        \
                         for (int i = 0; i < count; ++i)                                                                \
                             cblas_##s##gemm(CblasColMajor, retarget_host::blas(oa), retarget_host::blas(ob), m, n, k,  \
                                             value alpha, a + i * na, lda, b + i * nb, ldb, value beta, c + i * nc, ldc))

#define RETARGET_EXTREME(S, s, T)                                                                                       \
  RETARGET_BLAS_FUNCTION(I##s##amax, (int n, const T* x, int incx, int* result), true,                                  \
                         *result = retarget_host::extreme(n, x, incx, [](auto a, auto b) { return a > b; }))            \
  RETARGET_BLAS_FUNCTION(I##s##amin, (int n, const T* x, int incx, int* result), true,                                  \
                         *result = retarget_host::extreme(n, x, incx, [](auto a, auto b) { return a < b; }))

RETARGET_REAL(S, s, float)
RETARGET_REAL(D, d, double)
RETARGET_COMPLEX(C, c, float2, float, s)
RETARGET_COMPLEX(Z, z, double2, double, d)
RETARGET_BLAS_FUNCTION(Scnrm2, (int n, const float2* x, int incx, float* result), true, *result = cblas_scnrm2(n, x, incx))
RETARGET_BLAS_FUNCTION(Dznrm2, (int n, const double2* x, int incx, double* result), true, *result = cblas_dznrm2(n, x, incx))
RETARGET_BLAS_FUNCTION(Scasum, (int n, const float2* x, int incx, float* result), true, *result = cblas_scasum(n, x, incx))
RETARGET_BLAS_FUNCTION(Dzasum, (int n, const double2* x, int incx, double* result), true, *result = cblas_dzasum(n, x, incx))

// A sum of two matrices, each as it is or transposed, and a product with a diagonal one.
#define RETARGET_SUMS(S, T)                                                                                             \
  RETARGET_BLAS_FUNCTION(S##geam, (RETARGET_OP oa, RETARGET_OP ob, int m, int n, const T* alpha, const T* a, int lda,   \
                                   const T* beta, const T* b, int ldb, T* c, int ldc),                                  \
                         retarget_host::fits(m, n, ldc),                                                                \
                         for (std::ptrdiff_t j = 0; j < n; ++j) for (std::ptrdiff_t i = 0; i < m; ++i) {                \
                           const bool ta = retarget_host::transposed(oa), tb = retarget_host::transposed(ob);           \
                           const T left = *alpha == 0 ? 0 : *alpha * (ta ? a[i * lda + j] : a[j * lda + i]);            \
                           const T right = *beta == 0 ? 0 : *beta * (tb ? b[i * ldb + j] : b[j * ldb + i]);             \
                           c[j * ldc + i] = left + right;                                                               \
                         })                                                                                             \
  RETARGET_BLAS_FUNCTION(S##dgmm, (RETARGET_SIDE d, int m, int n, const T* a, int lda, const T* x, int incx, T* c,      \
                                   int ldc),                                                                            \
                         retarget_host::fits(m, n, lda) && retarget_host::fits(m, n, ldc),                              \
                         for (std::ptrdiff_t j = 0; j < n; ++j) for (std::ptrdiff_t i = 0; i < m; ++i)                  \
                             c[j * ldc + i] = a[j * lda + i] *                                                          \
                                              x[(d == RETARGET_BLAS_VALUE(SIDE_LEFT) ? i : j) * incx])
RETARGET_SUMS(S, float)
RETARGET_SUMS(D, double)

#undef RETARGET_SUMS
#undef RETARGET_EXTREME
#undef RETARGET_SHARED
#undef RETARGET_COMPLEX
#undef RETARGET_REAL
#undef RETARGET_OP
#undef RETARGET_FILL
#undef RETARGET_SIDE
#undef RETARGET_DIAG
#undef RETARGET_LIST
#undef RETARGET_BLAS_FUNCTION

#endif
