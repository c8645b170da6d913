// Calls for which the types of a template's arguments choose among functions of one name, some of which use indices.
// refused: by_type | thread(x=2) | 15 | decides what this calls
// refused: by_namespace | thread(x=2) | 30 | decides what this calls
// refused: by_constructor | thread(x=2) | 41 | waits for what another thread writes
#include <cuda_runtime.h>

struct Wrapped {
    const int* at;
};
__device__ int look(const int* at) { return at[threadIdx.x]; }
__device__ int look(const Wrapped& w) { return w.at[0]; }
template <typename T>
__global__ void by_type(T from, int* out)
{
    out[blockIdx.x] = look(from);
}

namespace far {
struct Tag {
    int kept;
};
}
__device__ int turned(int value) { return value; }
namespace far {
__device__ int turned(const Tag& t) { return t.kept + threadIdx.x; }
}
template <typename T>
__global__ void by_namespace(T from, int* out)
{
    out[blockIdx.x] = turned(from);
}

struct Turn {
    __device__ Turn(volatile int* flag)
    {
        while (*flag == 0) {}
    }
};
__global__ void by_constructor(int* out)
{
    Turn turn(out);
    out[threadIdx.x] = 1;
}

int main()
{
    int* out;
    cudaMalloc(&out, 1024);
    by_type<<<2, 64>>>((const int*)out, out);
    by_type<<<2, 64>>>(Wrapped{out}, out);
    by_namespace<<<2, 64>>>(far::Tag{3}, out);
    by_constructor<<<2, 64>>>(out);
    return 0;
}
