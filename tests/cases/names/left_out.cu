// What a branch that is not taken defines stops no rename elsewhere.
#pragma weak ncclCommWindowRegister
#if CUDART_VERSION < 9000
#define __ballot_sync(m, p) __ballot(p)
#define cudaMallocAsync(p, n, s) cudaMalloc(p, n)
inline int __syncwarp(int m) { return m; }
#endif
#if 0
typedef int cudaEvent_t;
int cudaGetLastError();
#endif

__global__ void k(int *p) {
    p[threadIdx.x] = __ballot_sync(0xffffffffu, p[0]);
    __syncwarp();
}
int main() {
    int *p;
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaMallocAsync(&p, 4, 0);
    return cudaGetLastError() != cudaSuccess;
}
