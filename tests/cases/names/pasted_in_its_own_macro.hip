// A macro with the name of one of CUDA's functions is not expanded in itself: what it pastes there is CUDA's.
#include <hip/hip_runtime.h>

void fail(const char *name, const char *why);
static hipError_t last;
#define CHECKED(f, ...) \
  if ((last = hip##f(__VA_ARGS__)) != hipSuccess) fail(#f, hipGetErrorString(last))
#define HANDED_ON(f, ...) CHECKED(f, __VA_ARGS__)

#define cudaFree(...) CHECKED(Free, __VA_ARGS__)
#define cudaMalloc(...) HANDED_ON(Malloc, __VA_ARGS__)
#define cudaThreadSynchronize() CHECKED(DeviceSynchronize)

void *held(size_t size) {
  void *p;
  cudaMalloc(&p, size);
  cudaThreadSynchronize();
  return p;
}
void release(void *p) { cudaFree(p); }

// Elsewhere the macro is expanded: this one calls the program's.
#define cudaMemset(p, value, size) filled(p, value, size)
hipError_t filled(void *p, int value, size_t size);
#define OF_OURS(f) cuda##f
hipError_t clear(void *p) { return OF_OURS(Memset)(p, 0, 4); }

// CUDA's in one place, and the program's in another.
#define CALL(f) cuda##f  // want [unknown-name] the preprocessor joins names that begin with 'cuda' here
#define cudaEventDestroy(event) CALL(EventDestroy)(event)
hipError_t destroyed(hipEvent_t a) { return cudaEventDestroy(a); }
hipError_t (*destroy())(hipEvent_t) { return CALL(EventDestroy); }
