// A function that is not called has its own parameters, and no defaults.
#include <hip/hip_runtime.h>

typedef hipError_t (*Allocate)(void **, size_t);
struct Table { Allocate host, device; };

void *taken() { return (void *)(Allocate)&hipMallocHost; }
Allocate chosen(bool pinned) { return pinned ? (Allocate)hipMallocHost : (Allocate)hipMalloc; }
Table table = {hipMallocHost, hipMalloc};
int called(float **p) { return hipHostMalloc(p, 64, hipHostMallocDefault) || hipHostMalloc((void **)p, 64, hipHostMallocDefault); }
