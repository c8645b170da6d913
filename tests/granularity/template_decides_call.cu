// schedule: thread(x=2)
#include <cstdio>
template <class T> struct Op {
    static __device__ void go(T* s) {
        T v = s[(threadIdx.x + 1) % blockDim.x];
        __syncthreads();
        s[threadIdx.x] += v;
        __syncthreads();
    }
    __device__ void run(T* s) {
        T v = s[(threadIdx.x + 1) % blockDim.x];
        __syncthreads();
        s[threadIdx.x] += v;
        __syncthreads();
    }
};
template <class T> __global__ void k(T* a) {
    __shared__ T s[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = a[i];
    __syncthreads();
    Op<T>::go(s);
    a[i] = s[threadIdx.x];
}
template <class T> __global__ void m(T* a) {
    __shared__ T s[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = a[i];
    __syncthreads();
    Op<T> op;
    op.run(s);
    a[i] = s[threadIdx.x];
}
int main() {
    int* a;
    cudaMallocManaged(&a, 128 * sizeof(int));
    for (int i = 0; i < 128; ++i) a[i] = i * i;
    k<int><<<4, 32>>>(a);
    m<int><<<4, 32>>>(a);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; ++i) printf("%d ", a[i]);
    printf("\n");
}
