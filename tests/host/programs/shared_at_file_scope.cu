// want: 2016 4032 99 7 64
// Dynamic shared memory that is declared outside of functions, as what casts and templates take for a pointer.
#include <cstdio>
#include <cuda_runtime.h>

extern __shared__ __align__(16) unsigned char raw[];
namespace app {
extern __shared__ double wide[];
}

template <typename T> __device__ T total(const T* of, int n)
{
    T sum = 0;
    for (int i = 0; i < n; ++i) sum += of[i];
    return sum;
}

template <typename T> __global__ void sums(T* out)
{
    T* own = reinterpret_cast<T*>(raw);
    T* twice = (T*)raw + blockDim.x;
    own[threadIdx.x] = threadIdx.x;
    twice[threadIdx.x] = 2 * own[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        out[0] = total(reinterpret_cast<const T*>(raw), blockDim.x);
        out[1] = total((T*)(raw) + blockDim.x, blockDim.x);
    }
}

__global__ void others(int* out)
{
    app::wide[threadIdx.x] = threadIdx.x == 3 ? 90 : 3;
    __syncthreads();
    if (threadIdx.x) return;
    out[0] = int(total(app::wide, 4));
    unsigned char raw[2] = {3, 4};  // another one
    out[1] = total(reinterpret_cast<unsigned char*>(raw), 2);
}

int main()
{
    int *out, *more;
    cudaMallocManaged(&out, 2 * sizeof(int));
    cudaMallocManaged(&more, 2 * sizeof(int));
    sums<<<1, 64, 2 * 64 * sizeof(int)>>>(out);
    others<<<1, 4, 4 * sizeof(double)>>>(more);
    cudaDeviceSynchronize();
    printf("%d %d %d %d %d\n", out[0], out[1], more[0], more[1], 64);
    return 0;
}
