// What macros, names and other owners of shared memory make of a kernel: refused at its place.
// refused: checked | thread(x=2) | 31 | a macro spells this return
// refused: declared | block(x=2) | 40 | a macro spells this declaration
// refused: told_by_value | thread(x=2) | 52 | this return does more than return
// refused: turning | block(x=2) | 58 | returns alone end this loop
// refused: wrapped | block(x=2) | 68 | shared memory that is declared outside of the kernel has no copies
// refused: wrapped | pack(x=2) | 68 | shared memory that is declared outside of the kernel has no copies
// refused: special | block(x=2) | 81 | another kernel has its name
// refused: asking | block(x=2) | 98 | waits for what another thread writes
// refused: bound | thread(x=2) | 104 | no analysis follows clang's
// refused: by_member | block(x=2) | 114 | no analysis follows '.*'
// refused: brought | block(x=2) | 121 | a using-declaration brings its name
// refused: folded | thread(x=2) | 133 | no analysis follows a fold expression; write it out
// refused: changed_pack | thread(x=2) | 169 | instances change 'more' for themselves, and it is a pack
// refused: two_packs | thread(x=2) | 177 | a parameter of this template stands behind a pack
// refused: any | block(x=2) | 141 | this statement is an argument of a macro
// refused: in_parts | thread(x=2) | 144 | a part of 'in_parts' stands in another file
// refused: in_parts | bounds(64) | 144 | a part of 'in_parts' stands in another file
// refused: halved | streaming(stores) | 156 | it has no store to an array that it does not read
// refused: halved_elsewhere | streaming(stores) | 162 | it has no store to an array that it does not read
// refused: hidden | block(x=2) | 186 | this variable has the name of the index 'blockIdx'; rename it
#include <cuda_runtime.h>

#define CHECK_BOUNDS(i, end...) \
    if ((i) >= (end)) return;

__global__ void checked(int* out, int n)
{
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    CHECK_BOUNDS(i, n)
    s[threadIdx.x] = i;
    out[i] = s[threadIdx.x];
}

#define DECLARED(type, name, value) type name##_1 = value

__global__ void declared(int* out)
{
    DECLARED(int, i, blockIdx.x * blockDim.x + threadIdx.x);
    __syncthreads();
    out[i_1] = i_1;
}

__device__ void fail(int* out) { *out = -1; }



__global__ void told_by_value(int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return fail(out + i);
    out[i] = i;
}

__global__ void turning(int* out, int n)
{
    while (true) {
        n += 3;
        if (n > 60) return;
        __syncthreads();
        out[threadIdx.x + blockIdx.x] = n;
    }
}

template <class T>
struct SharedMemory {
    __device__ operator T*() { extern __shared__ int smem[]; return (T*)smem + 64; }
};

__global__ void wrapped(int* out)
{
    int* s = SharedMemory<int>();
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}


template <class T>
__global__ void special(T* out)
{
    out[threadIdx.x] = 1;
}
template <> __global__ void special<float>(float* out)
{
    out[threadIdx.x] = 2;
}

struct Lock {
    int* at;
    __device__ bool taken() { return atomicExch(at, 1) == 1; }
};

__global__ void asking(Lock lock, int* out)
{

    while (lock.taken()) continue;
    out[0] += 1;
}

__global__ void bound(int* out, int2 v)
{
    auto [x, y] = v;
    out[threadIdx.x] = x + (decltype(x))y;
}

struct Pair {
    int a, b;
};
__global__ void by_member(int* out, Pair v)
{
    int Pair::*chosen = &Pair::b;
    v.*chosen += threadIdx.x;
    out[threadIdx.x] = v.b;
}

namespace far_away {
__global__ void brought(int* out) { out[threadIdx.x] = 3; }
}
using far_away::brought;

int main()
{
    brought<<<1, 64>>>((int*)0);
    return 0;
}

template <class... T>
__global__ void folded(int* out, T... more)
{
    int sum = 0;
    ((sum += more, sum < 40) && ...);
    out[threadIdx.x] = sum + threadIdx.x;
}

#define ANY(list...) list
__global__ void any(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    ANY(atomicAdd(out, i));
}

__global__ void in_parts(int *out, const int *in)
{
    int sum = threadIdx.x;
    for (int k = 0; k < 4; ++k) {
#include "part.inc"
    }
    out[threadIdx.x] = sum;
}

#define HALF 0.5f;
#define HALVED in[i] * HALF

__global__ void halved(float* out, const float* in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * HALF;
}

__global__ void halved_elsewhere(float* out, const float* in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = HALVED;
}

template <class... T>
__global__ void changed_pack(int* out, T... more)
{
    ((more += threadIdx.x), ...);
    out[threadIdx.x] = (more + ...);
}

template <int... ks>
struct Numbers {};
template <int... ks, class... T>
__global__ void two_packs(int* out, Numbers<ks...>, T... more)
{
    out[threadIdx.x] = threadIdx.x + (more + ...) + (ks + ...);
}

__global__ void hidden(int* out)
{
    int i = threadIdx.x;
    const int blockIdx = i / 16;
    out[i] = blockIdx;
}
