// Overloads that HIP has and CUDA has not.
static __device__ inline float atomicMin(float *address, float value) {
    int old = __float_as_int(*address), assumed;
    do {
        assumed = old;
        old = atomicCAS((int *)address, assumed, __float_as_int(fminf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}
__device__ unsigned long long int
atomicSub(unsigned long long int *address, const unsigned long long int value) {
    return atomicAdd(address, 0ULL - value);
}
static __device__ float atomicSub(float *address, float value) { return atomicAdd(address, -value); }
__device__ size_t atomicAdd(size_t *address, size_t value) {
    return atomicAdd((unsigned long long *)address, (unsigned long long)value);
}
__device__ short atomicExch(short *address, short value);
namespace own {  /*! @} */
__device__ float atomicMax(float *address, float value);
}
struct Counter {
    __device__ float atomicMin(float value) { return value; }
};
__global__ void k(float *p, int *q, Counter c) {
    atomicMin(p, 1.0f);
    atomicMin(q, 1);
    atomicMax(q, 1);
    atomicSub(p, 1.0f);
    atomicSub(q, 1);
    size_t n = atomicAdd((size_t *)p, (size_t)1);
    atomicAdd(q, (int)n);
    own::atomicMax(p, c.atomicMin(2.0f));
}
