// A name of the user's in one scope is CUDA's in another.
namespace a {
constexpr int cudaSuccess = 77;
int own() { return cudaSuccess; }
}
namespace app {
cudaError_t cudaFree(void *p) { return ::cudaFree(p); }
bool frees(void *p) { return cudaFree(p) == cudaSuccess; }
template <class T>
bool dependent(T *p) { return cudaGetLastError() == ::cudaSuccess && cudaFree(p) == ::cudaSuccess; }
}
#define CHECK(call) if ((call) != cudaSuccess) return cudaGetErrorString(call)
#define cudaEventCreate(event) created(event)
#define cudaFreeHost(p) (cudaFreeHost)(p)
void created(cudaEvent_t *);
const char *f(void *p) {
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaFreeHost(p);
    CHECK(cudaFree(p));
    CHECK(app::cudaFree(p));
    return nullptr;
}
struct Wrapper {
    int cudaMalloc(int n) { return n; }
    int call() { return cudaMalloc(1) + (::cudaMalloc((void **)this, 1) == cudaSuccess); }
};
