// A macro that puts the name of a function together that its argument calls.
#include <cuda_runtime.h>
#define CALL(fn)                                     \
    do {                                             \
        status = (cuda##fn);                         \
        if (status != cudaSuccess) show(#fn);        \
    } while (0)
void show(const char *what);
void run(int *mapped, void *plain) {
    cudaError_t status;
    CALL(Free(plain));
    CALL(HostAlloc(&mapped, 4, cudaHostAllocMapped));
    CALL(FreeHost(mapped));
    CALL(ThreadSynchronize());
}
