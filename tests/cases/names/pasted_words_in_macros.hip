// The beginning is a macro of its own, and other macros paste words of their own to it.
#include <hip/hip_runtime.h>
#if defined __HIPCC__
#define API hip
#else
#define API hip
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define gpuFree JOIN(API, Free)
#define gpuMalloc JOIN(API, Malloc)
#define gpuMallocHost JOIN(API, HostMalloc)
int main() {
    void *p;
    gpuMallocHost(&p, 4);
    return gpuMalloc(&p, 4) + gpuFree(p);
}
