// A using-declaration brings CUDA's name, also where a template leaves the call open.
#include <cuda_runtime.h>
namespace app {
using ::cudaFree;
using ::cudaMemcpyAsync;
template <class T> struct Field {
    T *values;
    void copy(T *to, cudaStream_t stream) { cudaMemcpyAsync(to, values, 4, ::cudaMemcpyDeviceToDevice, stream); }
    ~Field() { cudaFree(values); }
};
}
template <class T> void drop(T *values) { app::cudaFree(values); }
int main() { drop<float>(nullptr); }
