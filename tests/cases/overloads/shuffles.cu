// A template leaves open whether a shuffle is CUDA's or the program's own for a class.
struct Complex {
    float x, y;
};
__device__ inline Complex __shfl_sync(unsigned mask, Complex const &c, int lane, int width = 32) {
    Complex r;
    r.x = __shfl_sync(mask, c.x, lane, width);
    r.y = __shfl_sync(mask, c.y, lane, width);
    return r;
}
__device__ inline Complex __shfl_xor_sync(unsigned mask, Complex const &c, int lanes) {
    Complex r;
    r.x = __shfl_xor_sync(mask, c.x, lanes);
    r.y = __shfl_xor_sync(mask, c.y, lanes);
    return r;
}
template <typename T> __device__ T first(T value) { return __shfl_sync(0xffffffffu, value, 0); }
template <typename T> __device__ T other(T value) { return __shfl_xor_sync(0xffffffffu, value, 1); }
template <typename T> __device__ T plain(T value) { return __shfl_up_sync(0xffffffffu, value, 1); }
__global__ void k(float *a, Complex *c, unsigned *v) {
    a[threadIdx.x] = first(a[threadIdx.x]) + other(a[threadIdx.x]) + plain(a[threadIdx.x]);
    c[threadIdx.x] = other(first(c[threadIdx.x]));
    a[0] = __shfl_sync(~0u, a[1], 1);
}
