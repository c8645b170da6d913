// Names are renamed as tokens: in code, in macro definitions, in branches that are not compiled; not in strings.
#include <hip/hip_runtime.h>
#include <cstdio>

#define CHECK(call)                                              \
  do {                                                           \
    hipError_t e = (call);                                      \
    if (e != hipSuccess) ::printf("cudaMalloc? %s\n", hipGetErrorString(e)); \
  } while (0)

#ifdef NEVER
void not_compiled(void *p) { hipFree(p); }
#endif

int main() {
  float *p = nullptr;
  CHECK(hipMalloc(&p, 4 * sizeof(float)));
  CHECK(hipMemset(p, 0, 16));  // cudaMemset stays in a comment
  CHECK(hipFree(p));
  return hipDeviceSynchronize() == hipSuccess ? 0 : 1;
}
