// HIP declares min and max of any type for the device.
#include <algorithm>
#include <hip/hip_runtime.h>

struct Pair {
    int v;
    __host__ __device__ bool operator<(Pair other) const { return v < other.v; }
};

template <typename T> __forceinline__ __host__ __device__ T program_min(T a, T b) { return a < b ? a : b; }

template <class T>
__device__ const T &program_max(const T &a, const T &b)
{
    return b < a ? a : b;
}

__global__ void chosen(Pair *a, int *b)
{
    a[0] = program_min(a[1], a[2]);
    a[3] = ::program_max(a[1], a[2]);
    b[0] = min(b[1], b[2]) + max(b[1], 3);
}

Pair chosen(Pair a, Pair b) { return std::max(a.v, b.v) < program_min(3, 4) ? a : program_min(a, b); }
