// A name of the user's in one scope is CUDA's in another.
#include <hip/hip_runtime.h>
namespace a {
constexpr int cudaSuccess = 77;
int own() { return cudaSuccess; }
}
namespace app {
hipError_t cudaFree(void *p) { return ::hipFree(p); }
bool frees(void *p) { return cudaFree(p) == hipSuccess; }
template <class T>
bool dependent(T *p) { return hipGetLastError() == ::hipSuccess && cudaFree(p) == ::hipSuccess; }
}
#define CHECK(call) if ((call) != hipSuccess) return hipGetErrorString(call)
#define cudaEventCreate(event) created(event)
#define cudaFreeHost(p) (hipHostFree)(p)
void created(hipEvent_t *);
const char *f(void *p) {
    hipEvent_t event;
    cudaEventCreate(&event);
    cudaFreeHost(p);
    CHECK(hipFree(p));
    CHECK(app::cudaFree(p));
    return nullptr;
}
struct Wrapper {
    int cudaMalloc(int n) { return n; }
    int call() { return cudaMalloc(1) + (::hipMalloc((void **)this, 1) == hipSuccess); }
};
