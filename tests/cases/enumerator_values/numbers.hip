// retarget: -isystem../toolkit
// CUBLAS_OP_N is 0, HIPBLAS_OP_N is 111.
#include <hip/hip_runtime.h>
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>
#include <cstdio>

int numbers(hipblasOperation_t op, hipblasFillMode_t half, const int *table, int k) {
  int sum = 1 - int(op);  // want [enumerator-values] 'cublasOperation_t' is taken as a number
  sum += table[op];  // want [enumerator-values] is taken as a number
  hipblasOperation_t made = (hipblasOperation_t)k;  // want [enumerator-values] is made of a number
  half = static_cast<hipblasFillMode_t>(k > 0);  // want [enumerator-values] 'cublasFillMode_t' is made of a number
  if (op) sum++;  // want [enumerator-values] is taken as a number
  if (op == 0 || !half) sum++;  // want [enumerator-values] 'cublas(Operation|FillMode)_t' is taken as a number
  for (int o = HIPBLAS_OP_N; o < k; o++) sum += o;  // want [enumerator-values] is taken as a number
  switch (op) {
    case HIPBLAS_OP_N: break;
    case 1: sum++;  // want [enumerator-values] 'cublasOperation_t' is made of a number
    default: switch (k) { case 2: sum++; }
  }
  return sum + (made == op);
}

int names(hipblasOperation_t op, hipblasStatus_t status) {
  switch (op) {
    case HIPBLAS_OP_N: return 1;
    default: break;
  }
  hipblasOperation_t same = (hipblasOperation_t)HIPBLAS_OP_T, kept = op;
  if (status) std::printf("%d %d\n", op, (int)status);
  return (op != HIPBLAS_OP_N && same <= kept) ? 2 : 3;
}
