// Nothing is computed with: handles, zeros, comparisons, casts to and from pointers, arguments by address.
#include <hip/hip_runtime.h>

static void *held(hipDeviceptr_t p) { return (void *)p; }

bool left_alone(hipDeviceptr_t p, hipDeviceptr_t q, float *typed, size_t n) {
  hipDeviceptr_t none = 0, also = NULL, third(0), from = (hipDeviceptr_t)typed, other = reinterpret_cast<hipDeviceptr_t>(typed);
  hipMalloc(&none, n + 1);
  hipMemcpyDtoD(p, q, n * sizeof(float));
  void *arguments[] = {&p, &q, &n};
  q = n ? p : 0;
  if (!p || p == 0 || (p != q && q < p)) return held(p) != arguments[0];
  unsigned long long number = 4 + n, *pointer = &number;
  return pointer + 1 != nullptr && (size_t)p != n && also == from && third == other;
}
