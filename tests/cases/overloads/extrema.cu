// HIP declares min and max of any type for the device.
#include <algorithm>
#include <cuda_runtime.h>

struct Pair {
    int v;
    __host__ __device__ bool operator<(Pair other) const { return v < other.v; }
};

template <typename T> __forceinline__ __host__ __device__ T min(T a, T b) { return a < b ? a : b; }

template <class T>
__device__ const T &max(const T &a, const T &b)
{
    return b < a ? a : b;
}

__global__ void chosen(Pair *a, int *b)
{
    a[0] = min(a[1], a[2]);
    a[3] = ::max(a[1], a[2]);
    b[0] = min(b[1], b[2]) + max(b[1], 3);
}

Pair chosen(Pair a, Pair b) { return std::max(a.v, b.v) < min(3, 4) ? a : min(a, b); }
