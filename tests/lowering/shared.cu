extern __shared__ double everywhere[];
__global__ void k(int *out)
{
    extern __shared__ __align__(16) volatile unsigned char raw[];
    __shared__ extern int numbers[];
    static __shared__ alignas(8) int fixed[32];
    fixed[threadIdx.x] = numbers[0] + raw[1];
    out[0] = everywhere[0];
}
#define STORAGE(T) extern __shared__ T storage[]
