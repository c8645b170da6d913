// A function that is not called has its own parameters, and no defaults.
#include <cuda_runtime.h>

typedef cudaError_t (*Allocate)(void **, size_t);
struct Table { Allocate host, device; };

void *taken() { return (void *)(Allocate)&cudaMallocHost; }
Allocate chosen(bool pinned) { return pinned ? (Allocate)cudaMallocHost : (Allocate)cudaMalloc; }
Table table = {cudaMallocHost, cudaMalloc};
int called(float **p) { return cudaMallocHost(p, 64) || cudaMallocHost((void **)p, 64); }
