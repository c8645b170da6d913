// retarget: -isystem../toolkit
// C's enumerators are integers by themselves.
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>
#include <stdio.h>

int numbers(hipblasOperation_t op, const int *table, int k, double *v) {
  int sum = 1 - op;  // want [enumerator-values] 'cublasOperation_t' is taken as a number
  int first = HIPBLAS_OP_N;  // want [enumerator-values] is taken as a number
  sum += table[op] + table[HIPBLAS_OP_T];  // want [enumerator-values] taken as a number [enumerator-values] taken as a number
  hipblasOperation_t made = k;  // want [enumerator-values] is made of a number
  made = k > 0 ? HIPBLAS_OP_N : (hipblasOperation_t)1;  // want [enumerator-values] is made of a number
  if (op) sum++;  // want [enumerator-values] is taken as a number
  if (k && !op) sum++;  // want [enumerator-values] is taken as a number
  if (op == 0) sum++;  // want [enumerator-values] is taken as a number
  for (int o = HIPBLAS_OP_N; o < k; o++) sum += o;  // want [enumerator-values] is taken as a number
  switch (op) {
    case HIPBLAS_OP_N: break;
    case 1: sum++;  // want [enumerator-values] 'cublasOperation_t' is made of a number
    default: break;
  }
  return sum + (made == op) + first + (v[0] > 0);
}

static int of(hipblasOperation_t op) { return op != HIPBLAS_OP_N; }

int names(hipblasOperation_t op, int k) {
  switch (op) {
    case HIPBLAS_OP_N: return 1;
    default: break;
  }
  hipblasOperation_t same = (hipblasOperation_t)HIPBLAS_OP_T, kept = k ? HIPBLAS_OP_N : HIPBLAS_OP_T;
  printf("%d %d\n", op, HIPBLAS_OP_T);
  return of(k ? HIPBLAS_OP_N : HIPBLAS_OP_T) + of(HIPBLAS_OP_T) + (op != HIPBLAS_OP_N && same <= kept);
}
