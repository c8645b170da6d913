// A using-declaration brings CUDA's name, also where a template leaves the call open.
#include <hip/hip_runtime.h>
namespace app {
using ::hipFree;
using ::hipMemcpyAsync;
template <class T> struct Field {
    T *values;
    void copy(T *to, hipStream_t stream) { hipMemcpyAsync(to, values, 4, ::hipMemcpyDeviceToDevice, stream); }
    ~Field() { hipFree(values); }
};
}
template <class T> void drop(T *values) { app::hipFree(values); }
int main() { drop<float>(nullptr); }
