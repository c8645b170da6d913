// Classes in shared memory whose constructors nvcc does not call there.
#include <hip/hip_runtime.h>
struct Number {
    int value;
    constexpr __host__ __device__ Number() : value(0) {}
    constexpr __host__ __device__ Number(int v) : value(v) {}
};
template <typename T, int N>
struct Few {
    T all[N];
    __host__ __device__ Few() { all[0] = T(); }
};

template <int N>
__device__ int first(int t) {
    __shared__ __align__(16) __align__(alignof(Number)) unsigned char retarget_rows[sizeof(Number[2][N])]; auto &rows = reinterpret_cast<Number (&)[2][N]>(retarget_rows);
    rows[t % 2][t % N] = Number(t);
    __syncthreads();
    return rows[0][0].value + (int)(sizeof(rows) / sizeof(rows[0][0]));
}
__global__ __launch_bounds__(32) void k(int *p) {
    __shared__ __align__(alignof(Few<Number, 3>)) unsigned char retarget_few[sizeof(Few<Number, 3>)]; auto &few = reinterpret_cast<Few<Number, 3> &>(retarget_few);  // three of them
    __shared__ volatile Number const *plain[4];
    static __shared__ unsigned Counts;
    plain[0] = &few.all[threadIdx.x % 3];
    few.all[threadIdx.x % 3] = first<5>(unsigned(threadIdx.x));
    Counts = 1;
    *p = few.all[0].value;
}
int main() { k<<<1, 32>>>(nullptr); }
