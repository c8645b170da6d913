// Dynamic shared memory that an object of a class gives, as templates want it.
// schedule: block(x=2)
// schedule: pack(x=2)
// schedule: thread(x=2) block(x=5)
// schedule: serial(x=2)
#include <cstdio>
#include <cuda_runtime.h>

template <class T> struct SharedMemory {
    __device__ inline operator T *()
    {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }

    __device__ inline operator const T *() const
    {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }
};

template <> struct SharedMemory<double> {
    __device__ inline operator double *()
    {
        extern __shared__ double __smem_d[];
        return (double *)__smem_d;
    }
};

template <class T> class Shared {
public:
    __device__ T *pointer()
    {
        extern __shared__ T pool[];
        return pool;
    };
};

template <> class Shared<double> {
public:
    __device__ double *pointer()
    {
        extern __shared__ double pool_of_doubles[];
        return pool_of_doubles;
    }
};

template <class T> __global__ void summed(T *out, const T *in)
{
    T *s = SharedMemory<T>();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    out[i] = s[0] + s[63 - threadIdx.x];
}

template <class T> __global__ void turned(T *out, const T *in)
{
    Shared<T> shared;
    T *s = shared.pointer();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s[63 - threadIdx.x];
}

__global__ void plain(int *out, const int *in)
{
    SharedMemory<int> memory;
    int *s = memory;
    const int *const again = SharedMemory<int>{};
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = again[63 - threadIdx.x] * 2;
}

template <class T> void run(int which)
{
    const int n = 640;
    static T host[n];
    T *in, *out;
    for (int i = 0; i < n; i++) host[i] = i * 37 % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    if (which == 0) summed<T><<<n / 64, 64, 64 * sizeof(T)>>>(out, in);
    if (which == 1) turned<T><<<n / 64, 64, 64 * sizeof(T)>>>(out, in);
    if (which == 2) plain<<<n / 64, 64, 64 * sizeof(int)>>>((int *)out, (const int *)in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) printf("%g%c", (double)host[i], i % 16 == 15 ? '\n' : ' ');
}

int main()
{
    for (int which = 0; which < 2; which++) {
        run<int>(which);
        run<double>(which);
    }
    run<int>(2);
}
