// Overloads that HIP has and CUDA has not.
static __device__ inline float atomicMin(float *address, float value) {
    int old = __float_as_int(*address), assumed;
    do {
        assumed = old;
        old = atomicCAS((int *)address, assumed, __float_as_int(fminf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}
namespace own {
__device__ float atomicMax(float *address, float value);
}
struct Counter {
    __device__ float atomicMin(float value) { return value; }
};
__global__ void k(float *p, int *q, Counter c) {
    atomicMin(p, 1.0f);
    atomicMin(q, 1);
    atomicMax(q, 1);
    own::atomicMax(p, c.atomicMin(2.0f));
}
