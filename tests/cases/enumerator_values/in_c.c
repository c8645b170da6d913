// retarget: -isystem../toolkit
// C's enumerators are integers by themselves.
#include <cublas_v2.h>
#include <stdio.h>

int numbers(cublasOperation_t op, const int *table, int k, double *v) {
  int sum = 1 - op;  // want [enumerator-values] 'cublasOperation_t' is taken as a number
  int first = CUBLAS_OP_N;  // want [enumerator-values] is taken as a number
  sum += table[op] + table[CUBLAS_OP_T];  // want [enumerator-values] taken as a number [enumerator-values] taken as a number
  cublasOperation_t made = k;  // want [enumerator-values] is made of a number
  made = k > 0 ? CUBLAS_OP_N : (cublasOperation_t)1;  // want [enumerator-values] is made of a number
  if (op) sum++;  // want [enumerator-values] is taken as a number
  if (k && !op) sum++;  // want [enumerator-values] is taken as a number
  if (op == 0) sum++;  // want [enumerator-values] is taken as a number
  for (int o = CUBLAS_OP_N; o < k; o++) sum += o;  // want [enumerator-values] is taken as a number
  switch (op) {
    case CUBLAS_OP_N: break;
    case 1: sum++;  // want [enumerator-values] 'cublasOperation_t' is made of a number
    default: break;
  }
  return sum + (made == op) + first + (v[0] > 0);
}

static int of(cublasOperation_t op) { return op != CUBLAS_OP_N; }

int names(cublasOperation_t op, int k) {
  switch (op) {
    case CUBLAS_OP_N: return 1;
    default: break;
  }
  cublasOperation_t same = (cublasOperation_t)CUBLAS_OP_T, kept = k ? CUBLAS_OP_N : CUBLAS_OP_T;
  printf("%d %d\n", op, CUBLAS_OP_T);
  return of(k ? CUBLAS_OP_N : CUBLAS_OP_T) + of(CUBLAS_OP_T) + (op != CUBLAS_OP_N && same <= kept);
}
