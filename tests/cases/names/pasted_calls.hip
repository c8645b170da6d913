// A macro that puts the name of a function together that its argument calls.
#include <hip/hip_runtime.h>
#define CALL(fn)                                     \
    do {                                             \
        status = (hip##fn);                         \
        if (status != hipSuccess) show(#fn);        \
    } while (0)
void show(const char *what);
void run(int *mapped, void *plain) {
    hipError_t status;
    CALL(Free(plain));
    CALL(HostMalloc(&mapped, 4, hipHostMallocMapped));
    CALL(HostFree(mapped));
    CALL(DeviceSynchronize());
}
