// What a template leaves open may be either's.
#include <hip/hip_runtime.h>

template <typename T> __host__ __device__ T min(T a, T b) { return a < b ? a : b; } // want [own-extrema] another name

template <typename T> __host__ __device__ T low(T a, T b) { return min(a, b); }

__global__ void lowest(float *a) { a[0] = low(a[1], a[2]); }
