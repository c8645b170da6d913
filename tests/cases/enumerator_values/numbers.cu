// retarget: -isystem../toolkit
// CUBLAS_OP_N is 0, HIPBLAS_OP_N is 111.
#include <cublas_v2.h>
#include <cstdio>

int numbers(cublasOperation_t op, cublasFillMode_t half, const int *table, int k) {
  int sum = 1 - int(op);  // want [enumerator-values] 'cublasOperation_t' is taken as a number
  sum += table[op];  // want [enumerator-values] is taken as a number
  cublasOperation_t made = (cublasOperation_t)k;  // want [enumerator-values] is made of a number
  half = static_cast<cublasFillMode_t>(k > 0);  // want [enumerator-values] 'cublasFillMode_t' is made of a number
  if (op) sum++;  // want [enumerator-values] is taken as a number
  if (op == 0 || !half) sum++;  // want [enumerator-values] 'cublas(Operation|FillMode)_t' is taken as a number
  for (int o = CUBLAS_OP_N; o < k; o++) sum += o;  // want [enumerator-values] is taken as a number
  switch (op) {
    case CUBLAS_OP_N: break;
    case 1: sum++;  // want [enumerator-values] 'cublasOperation_t' is made of a number
    default: switch (k) { case 2: sum++; }
  }
  return sum + (made == op);
}

int names(cublasOperation_t op, cublasStatus_t status) {
  switch (op) {
    case CUBLAS_OP_N: return 1;
    default: break;
  }
  cublasOperation_t same = (cublasOperation_t)CUBLAS_OP_T, kept = op;
  if (status) std::printf("%d %d\n", op, (int)status);
  return (op != CUBLAS_OP_N && same <= kept) ? 2 : 3;
}
