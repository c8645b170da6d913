// Pointers to arrays of variable lengths: for clang, each such type is one of its own.
#include <hip/hip_runtime.h>

__global__ __launch_bounds__(64) void kernel(double *p) { p[threadIdx.x] = 1; }

double host(void *data, int n1, int n2, double *more) {
  auto u = (double (*)[n2][n1])data;
  auto rows = (const double (*)[n1])(more + (n1 > 2 ? n2 : 1));
  double (*fixed)[4] = (double (*)[4])data, plain = 1;
  kernel<<<1, 64>>>(more);
  return u[1][2][3] + rows[0][1] + fixed[0][1] + plain;
}
