// The beginning of CUDA's names is a macro of its own, which another macro expands before a third one pastes.
#include <hip/hip_runtime.h>
#ifdef WITH_ROCM
#define API hip
#else
#define API hip
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define RUNTIME(name) JOIN(API, name)
#define gpuStream RUNTIME(Stream_t)
#define gpuMallocHost hipHostMalloc

void copied(float *to, const float *from, int n, gpuStream stream) {
  float *own;
  gpuMallocHost(&own, n * sizeof(float));
  RUNTIME(MemcpyAsync)(to, from, n * sizeof(float), hipMemcpyDefault, stream);
}
