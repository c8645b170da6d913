// A name of the program's in a namespace or a class is passed by; one that stands elsewhere changes nothing.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_shuffles.h"
namespace app {
template <typename T>
struct warp32 {
    T lanes[32];
    ::hipStream_t hipStream_t;
    using hipError_t = ::hipError_t;
};
__device__ int third(int v) { return ::warp32::shfl_sync(~0u, v, 3); }
::hipError_t wait(::hipStream_t stream) { return ::hipStreamSynchronize(stream); }
struct Queue {
    bool hipStreamSynchronize(int);
    bool is_done(::hipStream_t stream) { return ::hipStreamSynchronize(stream) == ::hipSuccess; }
    const ::hipStream_t held = nullptr;
};
int hipMemcpyDefault __attribute__((aligned(8))) = 3;
::hipError_t copy(hipDeviceptr_t to, hipDeviceptr_t from, ::hipStream_t stream) { return hipMemcpyAsync(to, from, 4, ::hipMemcpyDefault, stream); }
}
__device__ float root(float x) {
    float y;
    {
        float t = ::sqrtf(x);
        y = t * t;
    }
    return y;
}
template <int hipErrorInvalidValue, int... hipErrorNotReady>
int parameters(int hipErrorNotSupported) {
    return hipErrorInvalidValue + (0 + ... + hipErrorNotReady) + hipErrorNotSupported + ::hipErrorInvalidValue + ::hipErrorNotReady +
           ::hipErrorNotSupported;
}
struct Two { int a, b; };
int bindings(Two& two) {
    auto& [hipSuccess, hipErrorUnknown] = two;
    auto capture = [hipErrorNoDevice = two.a] { return hipErrorNoDevice + ::hipErrorNoDevice; };
    return hipSuccess + hipErrorUnknown + capture() + ::hipSuccess + ::hipErrorUnknown;
}
int enumerators() {
    enum Kind : int { hipMemcpyHostToHost = 7, hipMemcpyHostToDevice };
    return hipMemcpyHostToHost + hipMemcpyHostToDevice + ::hipMemcpyHostToHost + ::hipMemcpyHostToDevice;
}
#define ALIGNED(n) alignas(n)
#define UNUSED __attribute__((unused))
int attributes() {
    int hipErrorInvalidSource alignas(8) = 3, hipErrorFileNotFound ALIGNED(16) = 4;
    int hipErrorMapFailed UNUSED = 5;
    decltype(0) hipErrorNotMapped = 6;
    int __attribute__((unused)) hipErrorAlreadyMapped = 7;
    return ::hipErrorNotMapped + ::hipErrorAlreadyMapped + hipErrorInvalidSource + hipErrorFileNotFound + hipErrorMapFailed + ::hipErrorInvalidSource + ::hipErrorFileNotFound +
           ::hipErrorMapFailed;
}
// Functions with other numbers of arguments, and macros that stand for what is renamed, take nothing.
::hipError_t hipFree(void* p, int times) { return times ? hipFree(p) : ::hipSuccess; }
#define hipMallocHost hipHostMalloc
#define hipHostFree(p) hipHostFree((void *)p)
::hipError_t release(void* p) { return hipHostFree(p); }
