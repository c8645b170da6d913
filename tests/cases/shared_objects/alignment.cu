// Alignment behind the words of a declaration, where nvcc takes it and clang does not.
__global__ void k(float *p) {
    __shared__ alignas(alignof(float4)) float a[64];
    static __shared__ alignas(double) unsigned char raw[16]; __shared__ float b[4];
    alignas(16) __shared__ float c[4];
    a[threadIdx.x] = c[threadIdx.x % 4] = b[0] = raw[0];
    p[threadIdx.x] = a[63 - threadIdx.x];
}
int main() { k<<<1, 64>>>(nullptr); }
