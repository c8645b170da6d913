// A name of the program's in a namespace or a class is passed by; one that stands elsewhere changes nothing.
#include <cuda.h>
namespace app {
template <typename T>
struct warp32 {
    T lanes[32];
    cudaStream_t hipStream_t;
    using hipError_t = cudaError_t;
};
__device__ int third(int v) { return __shfl_sync(~0u, v, 3); }
cudaError_t wait(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
struct Queue {
    bool hipStreamSynchronize(int);
    bool is_done(cudaStream_t stream) { return cudaStreamSynchronize(stream) == cudaSuccess; }
    const cudaStream_t held = nullptr;
};
int hipMemcpyDefault __attribute__((aligned(8))) = 3;
CUresult copy(CUdeviceptr to, CUdeviceptr from, CUstream stream) { return cuMemcpyAsync(to, from, 4, stream); }
}
__device__ float root(float x) {
    float y;
    asm("{ .reg .f32 t; sqrt.approx.f32 t, %1; mul.f32 %0, t, t; }" : "=f"(y) : "f"(x));
    return y;
}
template <int hipErrorInvalidValue, int... hipErrorNotReady>
int parameters(int hipErrorNotSupported) {
    return hipErrorInvalidValue + (0 + ... + hipErrorNotReady) + hipErrorNotSupported + cudaErrorInvalidValue + cudaErrorNotReady +
           cudaErrorNotSupported;
}
struct Two { int a, b; };
int bindings(Two& two) {
    auto& [hipSuccess, hipErrorUnknown] = two;
    auto capture = [hipErrorNoDevice = two.a] { return hipErrorNoDevice + cudaErrorNoDevice; };
    return hipSuccess + hipErrorUnknown + capture() + cudaSuccess + cudaErrorUnknown;
}
int enumerators() {
    enum Kind : int { hipMemcpyHostToHost = 7, hipMemcpyHostToDevice };
    return hipMemcpyHostToHost + hipMemcpyHostToDevice + cudaMemcpyHostToHost + cudaMemcpyHostToDevice;
}
#define ALIGNED(n) alignas(n)
#define UNUSED __attribute__((unused))
int attributes() {
    int hipErrorInvalidSource alignas(8) = 3, hipErrorFileNotFound ALIGNED(16) = 4;
    int hipErrorMapFailed UNUSED = 5;
    decltype(0) hipErrorNotMapped = 6;
    int __attribute__((unused)) hipErrorAlreadyMapped = 7;
    return cudaErrorNotMapped + cudaErrorAlreadyMapped + hipErrorInvalidSource + hipErrorFileNotFound + hipErrorMapFailed + cudaErrorInvalidSource + cudaErrorFileNotFound +
           cudaErrorMapBufferObjectFailed;
}
// Functions with other numbers of arguments, and macros that stand for what is renamed, take nothing.
cudaError_t hipFree(void* p, int times) { return times ? cudaFree(p) : cudaSuccess; }
#define hipMallocHost cudaMallocHost
#define hipHostFree(p) cudaFreeHost((void *)p)
cudaError_t release(void* p) { return cudaFreeHost(p); }
