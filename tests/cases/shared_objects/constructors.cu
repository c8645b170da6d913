// Classes in shared memory whose constructors nvcc does not call there.
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
    __shared__ __align__(16) Number rows[2][N];
    rows[t % 2][t % N] = Number(t);
    __syncthreads();
    return rows[0][0].value + (int)(sizeof(rows) / sizeof(rows[0][0]));
}
__global__ void k(int *p) {
    __shared__ Few<Number, 3> few;  // three of them
    __shared__ volatile Number const *plain[4];
    static __shared__ unsigned Counts;
    plain[0] = &few.all[threadIdx.x % 3];
    few.all[threadIdx.x % 3] = first<5>(threadIdx.x);
    Counts = 1;
    *p = few.all[0].value;
}
int main() { k<<<1, 32>>>(nullptr); }
