// Linear algebra against plain loops.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

static int failures = 0;
#define EXPECT(got, wanted)                                                                                   \
  do {                                                                                                        \
    const double g = (got), w = (wanted);                                                                     \
    if (!(std::fabs(g - w) <= 1e-5 * (1 + std::fabs(w))))                                                     \
      printf("FAIL line %d: %s is %.9g, not %.9g\n", __LINE__, #got, g, w), ++failures;                       \
  } while (0)
#define CALL(call) EXPECT(call, CUBLAS_STATUS_SUCCESS)

template <typename T>
static T* managed(std::vector<T> values) {
  T* to;
  cudaMallocManaged(&to, values.size() * sizeof(T));
  for (size_t i = 0; i < values.size(); ++i) to[i] = values[i];
  return to;
}
static std::vector<double> numbers(int count, int seed) {
  std::vector<double> all;
  for (int i = 0; i < count; ++i) all.push_back((i * 37 + seed * 11) % 17 - 8 + 0.25 * (i % 3));
  return all;
}

int main() {
  const int m = 4, n = 3, k = 5;
  cublasHandle_t handle;
  CALL(cublasCreate(&handle));
  double *a = managed(numbers(32, 1)), *b = managed(numbers(32, 2)), *c = managed(numbers(32, 3));
  const double alpha = 1.5, beta = -0.5, one = 1, zero = 0;
  const cublasOperation_t ways[2] = {CUBLAS_OP_N, CUBLAS_OP_T};
  for (cublasOperation_t oa : ways)
    for (cublasOperation_t ob : ways) {
      const int lda = oa == CUBLAS_OP_N ? m : k, ldb = ob == CUBLAS_OP_N ? k : n;
      const std::vector<double> before(c, c + m * n);
      CALL(cublasDgemm(handle, oa, ob, m, n, k, &alpha, a, lda, b, ldb, &beta, c, m));
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
          double sum = 0;
          for (int l = 0; l < k; ++l)
            sum += (oa == CUBLAS_OP_N ? a[l * lda + i] : a[i * lda + l]) * (ob == CUBLAS_OP_N ? b[j * ldb + l] : b[l * ldb + j]);
          EXPECT(c[j * m + i], alpha * sum + beta * before[j * m + i]);
        }
    }
  EXPECT(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, a, m - 1, b, k, &beta, c, m), CUBLAS_STATUS_INVALID_VALUE);

  double *x = managed(numbers(8, 4)), *y = managed(numbers(8, 5)), *result = managed(numbers(4, 0));
  const std::vector<double> old(y, y + 8);
  CALL(cublasDgemv(handle, CUBLAS_OP_T, m, n, &alpha, a, m, x, 2, &beta, y, 1));
  for (int j = 0; j < n; ++j) {
    double sum = 0;
    for (int i = 0; i < m; ++i) sum += a[j * m + i] * x[2 * i];
    EXPECT(y[j], alpha * sum + beta * old[j]);
  }
  int place = 0;
  const float few[4] = {1, -7, 7, 0.5f};
  float* f = managed(std::vector<float>(few, few + 4));
  CALL(cublasIsamax(handle, 4, f, 1, &place));
  EXPECT(place, 2);
  CALL(cublasIsamin(handle, 4, f, 1, &place));
  EXPECT(place, 4);
  float norm;
  CALL(cublasSnrm2(handle, 4, f, 1, &norm));
  EXPECT(norm, std::sqrt(1 + 49 + 49 + 0.25));
  CALL(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  CALL(cublasDasum(handle, 8, x, 1, result));
  CALL(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  double sum = 0;
  for (int i = 0; i < 8; ++i) sum += std::fabs(x[i]);
  EXPECT(result[0], sum);

  // A triangular system: its solution, multiplied again, gives the right side.
  double* t = managed(numbers(9, 6));
  for (int i = 0; i < 3; ++i) t[4 * i] = 3 + i;
  const std::vector<double> right(b, b + 6);
  CALL(cublasDtrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, 2, &one, t, 3, b, 3));
  CALL(cublasDtrmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, 2, &one, t, 3, b, 3, c, 3));
  for (int i = 0; i < 6; ++i) EXPECT(c[i], right[i]);
  CALL(cublasDsyrk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, 3, 2, &one, a, 3, &zero, c, 3));
  EXPECT(c[3], a[0] * a[1] + a[3] * a[4]);
  CALL(cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 3, &alpha, a, 3, &beta, x, 2, c, 2));
  EXPECT(c[3], alpha * a[4] + beta * x[3]);
  CALL(cublasDdgmm(handle, CUBLAS_SIDE_RIGHT, 2, 3, a, 2, x, 1, c, 2));
  EXPECT(c[5], a[5] * x[2]);

  const double* as[2] = {a, a + 4};
  const double* bs[2] = {x, x + 4};
  double* cs[2] = {c, c + 4};
  const double **das = managed(std::vector<const double*>(as, as + 2)), **dbs = managed(std::vector<const double*>(bs, bs + 2));
  double** dcs = managed(std::vector<double*>(cs, cs + 2));
  CALL(cublasDgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, das, 2, dbs, 2, &zero, dcs, 2, 2));
  EXPECT(c[4 + 2], a[4] * x[6] + a[6] * x[7]);
  CALL(cublasDgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, 4, x, 2, 4, &zero, c, 2, 4, 2));
  EXPECT(c[4 + 2], a[4] * x[6] + a[6] * x[7]);

  cuComplex* z = managed(std::vector<cuComplex>{{1, 2}, {3, -1}, {0, 4}, {2, 2}});
  cuComplex dot;
  CALL(cublasCdotc(handle, 2, z, 1, z + 2, 1, &dot));  // the conjugate of the first
  EXPECT(dot.x, 8 + 4);
  EXPECT(dot.y, 4 + 8);
  CALL(cublasDestroy(handle));
  printf("%s blas: %d wrong\n", failures ? "FAIL" : "PASS", failures);
  return failures != 0;
}
