// Each kernel with a schedule that it must refuse, the place, and why.
// refused: waiting | thread(x=2) | 26 | waits for what another thread writes
// refused: divided | thread(x=3) | 33 | 3 does not divide its 64 threads along x; factors that do: 2, 4, 8, 16, 32
// refused: by_block | block(x=2) | 43 | barrier stands under control flow that instances do not share
// refused: by_data | block(x=2) | 53 | barrier stands under control flow that instances do not share
// refused: lanes_exchange | thread(x=2, consecutive) | 61 | whole warps; strided instances keep them
// refused: lanes_exchange | lanes(y, x) | 61 | lanes that are neighbours along x
// refused: comes_back | serial(x=2) | 69 | not all threads of a block may reach this barrier
// refused: voting | thread(x=2) | 75 | counts the threads of a block
// refused: jumping | block(x=2) | 82 | retarget does not follow a jump to a label
// refused: recursing | block(x=2) | 96 | recursive
// refused: divided | streaming(loads) | 33 | no array that it reads once
// refused: divided | unroll(4) | 33 | it has no loop that all threads go through alike
// refused: deciding | thread(x=2) | 114 | decides what this calls
// refused: made_in_place | block(x=2) | 125 | this constructor uses indices
// refused: waits_to_be | block(x=2) | 139 | this constructor uses indices or waits
// refused: ends_in_place | block(x=2) | 155 | a destructor that does more than compute
// refused: ends_within | thread(x=2) | 161 | a destructor that does more than compute
// refused: ends_elsewhere | thread(x=2) | 172 | a destructor that does more than compute
#include <cuda_runtime.h>
__device__ volatile int flag;

__global__ void waiting(int* out)
{
    if (blockIdx.x)
        while (flag == 0) {
        }
    else
        flag = 1;
    out[blockIdx.x] = 1;
}

__global__ void divided(int* out)
{
    out[threadIdx.x] = 1;
}

__global__ void by_block(int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = 0;
    if (blockIdx.x > 1)
        __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void by_data(int* out, const int* counts)
{
    __shared__ int s[64];
    const int n = counts[blockIdx.x];
    for (int k = 0; k < n; k++) {
        s[threadIdx.x] = k;
        __syncthreads();
    }
    out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void lanes_exchange(int* out)
{
    int v = threadIdx.x;
    v += __shfl_down_sync(0xffffffffu, v, 1);
    out[threadIdx.x] = v;
}

__global__ void comes_back(int* out, int n)
{
    if (threadIdx.x >= n) return;
    out[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x + 1] = 2;
}

__global__ void voting(int* out)
{
    out[threadIdx.x] = __syncthreads_count(out[threadIdx.x] > 0);
}

__global__ void jumping(int* out)
{
    int k = 0;
    if (threadIdx.x == 0) k = 1;
again:
    k++;
    if (k < 3)
    goto again;
    out[threadIdx.x] = k;
}

__device__ int down(int n)
{
    return n ? threadIdx.x +
        down(n - 1) : 0;
}
__global__ void recursing(int* out)
{
    out[threadIdx.x] = down(3);
}

template <class T>
struct Shift {
    static __device__ void shift(T* s)
    {
        T v = s[(threadIdx.x + 1) % blockDim.x];
        __syncthreads();
        s[threadIdx.x] = v;
    }
};

template <class T>
__global__ void deciding(T* out)
{
    __shared__ T s[64];
    s[threadIdx.x] = blockIdx.x;
    Shift<T>::shift(s);
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];
}

struct Place {
    int at;
    __device__ Place() : at(blockIdx.x * blockDim.x + threadIdx.x) {}
};

__global__ void made_in_place(int* out)
{
    Place place;
    out[place.at] = 1;
}

struct Wait {
    __device__ explicit Wait(int* s)
    {
        __syncthreads();
        s[0] = 1;
    }
};

__global__ void waits_to_be(int* out)
{
    Wait wait(out);
    out[threadIdx.x] = 1;
}

struct Last {
    int* out;
    __device__ ~Last() { out[blockIdx.x * blockDim.x + threadIdx.x] = 2; }
};

template <class T>
struct Holder {
    T held;
};

__global__ void ends_in_place(int* out)
{
    Last last{out};
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void ends_within(int* out)
{
    Holder<Last> holder{{out}};
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

struct Unlock {
    __device__ explicit Unlock(int) {}
    __device__ ~Unlock() { __syncthreads(); }
};

__device__ int through(int a)
{
    return (Unlock(a), a);
}

__global__ void ends_elsewhere(int* out)
{
    out[threadIdx.x] = through(1);
}

int main()
{
    int* out;
    cudaMalloc(&out, 1024);
    waiting<<<2, 64>>>(out);
    divided<<<2, 64>>>(out);
    by_block<<<2, 64>>>(out);
    by_data<<<2, 64>>>(out, out);
    lanes_exchange<<<2, 64>>>(out);
    comes_back<<<2, 64>>>(out, 60);
    voting<<<2, 64>>>(out);
    jumping<<<2, 64>>>(out);
    recursing<<<2, 64>>>(out);
    deciding<<<2, 64>>>(out);
    made_in_place<<<2, 64>>>(out);
    waits_to_be<<<2, 64>>>(out);
    ends_in_place<<<2, 64>>>(out);
    ends_within<<<2, 64>>>(out);
    ends_elsewhere<<<2, 64>>>(out);
    return 0;
}
