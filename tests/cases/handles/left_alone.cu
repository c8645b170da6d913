// Nothing is computed with: handles, zeros, comparisons, casts to and from pointers, arguments by address.
#include <cuda.h>

static void *held(CUdeviceptr p) { return (void *)p; }

bool left_alone(CUdeviceptr p, CUdeviceptr q, float *typed, size_t n) {
  CUdeviceptr none = 0, also = NULL, third(0), from = (CUdeviceptr)typed, other = reinterpret_cast<CUdeviceptr>(typed);
  cuMemAlloc(&none, n + 1);
  cuMemcpyDtoD(p, q, n * sizeof(float));
  void *arguments[] = {&p, &q, &n};
  q = n ? p : 0;
  if (!p || p == 0 || (p != q && q < p)) return held(p) != arguments[0];
  unsigned long long number = 4 + n, *pointer = &number;
  return pointer + 1 != nullptr && (size_t)p != n && also == from && third == other;
}
