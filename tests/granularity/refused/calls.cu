// Calls of which it is not known what they do, or which would need the indices.
// refused: elsewhere | thread(x=2) | 28 | retarget does not know what 'other_unit' does
// refused: by_pointer | block(x=2) | 37 | retarget does not know what 'f' does
// refused: by_table | serial(x=2) | 45 | retarget does not know what 'table' does
// refused: dynamic_type | thread(x=2) | 61 | decides what this calls
// refused: by_parameter | block(x=2) | 68 | retarget does not know what 'f' does
// refused: through_others | block(x=2) | 79 | retarget does not know what 'other_unit' does
// refused: collective | thread(x=2) | 87 | retarget does not know what 'BlockReduce' does
// refused: functor | thread(x=2) | 101 | holds a barrier, and cannot be inlined
// refused: own_operator | block(x=2) | 115 | this operator uses indices or waits
// refused: own_index | block(x=2) | 131 | this operator uses indices or waits
// refused: specialised | thread(x=2) | 147 | decides what this calls
// refused: named_specialised | block(x=2) | 152 | decides what this calls
// refused: unknown_inside | thread(x=2) | 168 | retarget does not know what 'other_unit' does
// refused: behind_an_end | thread(x=2) | 178 | retarget does not know what 'other_unit' does
// refused: captures_nothing | thread(x=2) | 183 | a lambda uses an index here; capture by default
// refused: captures_one | bounds(64) | 189 | a lambda uses an index here; capture by default
// refused: declared_default | thread(x=2) | 196 | has a default argument where it is declared
#include <cub/cub.cuh>
#include <cuda_runtime.h>

extern __device__ int other_unit(int);
typedef int (*Op)(int);
__device__ int here(int v) { return v + blockIdx.x; }

__global__ void elsewhere(int* out)
{
    out[threadIdx.x] = other_unit(3);
}

__device__ int plain(int v) { return v + 1; }
__device__ Op table[2] = {here, plain};

__global__ void by_pointer(int* out)
{
    Op f = here;
    out[threadIdx.x] = f(3);
}



__global__ void by_table(int* out)
{
    int v = out[threadIdx.x];
    out[threadIdx.x] = table[v & 1](v);
}

struct Shape {
    __device__ virtual int area(int k) const { return k; }
};

struct Here : Shape {
    __device__ int area(int k) const override { return k + threadIdx.x; }
};


__global__ void dynamic_type(int* out)
{
    Here made;
    const Shape& shape = made;
    out[threadIdx.x] = shape.area(2);
}


template <class F>
__global__ void by_parameter(int* out, F f)
{
    out[threadIdx.x] = f(out[threadIdx.x]);
}

__device__ int inner(int v)
{
    return v > 2 ? other_unit(v) : v;
}

__global__ void through_others(int* out)
{
    int v = out[threadIdx.x];
    out[threadIdx.x] = inner(v);
}

__global__ void collective(int* out)
{
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    int mine = out[threadIdx.x];
    int sum = Reduce(storage).Sum(mine);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

struct Together {
    __device__ int operator()(int v) const
    {
        __syncthreads();
        return v;
    }
};
__global__ void functor(int* out)
{
    Together add;
    out[threadIdx.x] = add(2);
}

struct Slow {
    int value;
    __device__ Slow& operator=(int v)
    {
        __syncthreads();
        value = v;
        return *this;
    }
};
__global__ void own_operator(Slow* out)
{
    out[threadIdx.x] = 2;
}

int main()
{
    by_parameter<<<1, 64>>>((int*)0, [] __device__(int v) { return v + (int)blockIdx.x; });
    return 0;
}

struct Row {
    int* at;
    __device__ int& operator[](int k) const { return at[k + blockIdx.x]; }
};

__global__ void own_index(Row row)
{
    row[threadIdx.x] = 4;
}

template <class T>
__device__ int only_float(T v)
{
    return v;
}
template <>
__device__ int only_float<float>(float v)
{
    return int(v) + threadIdx.x;
}
template <class T>
__global__ void specialised(int* out, T v)
{
    out[threadIdx.x] = only_float(v);
}

__global__ void named_specialised(int* out)
{
    out[threadIdx.x] = only_float(1.5f);
}

template <class T>
__device__ T far_for_float(T v)
{
    return v;
}
template <>
__device__ float far_for_float<float>(float v)
{
    return v + other_unit(3);
}
template <class T>
__global__ void unknown_inside(T* out, T v)
{
    out[threadIdx.x] = far_for_float(v);
}

struct Ends {
    int v;
    __device__ ~Ends() {}
};
__global__ void behind_an_end(int* out)
{
    Ends e{3};
    out[threadIdx.x] = e.v + other_unit(4);
}

__global__ void captures_nothing(int* out)
{
    auto f = [](int v) { return v + (int)threadIdx.x; };
    out[threadIdx.x] = f(3);
}

__global__ void captures_one(int* out, int s)
{
    auto f = [s, t = threadIdx.x](int v) { return v + s + (int)blockIdx.x; };
    out[threadIdx.x] = f(3);
}

__device__ int shown_late(int v, int more = 3);
__global__ void declared_default(int* a)
{
    int v = shown_late(a[threadIdx.x]);
    a[threadIdx.x] = v;
}
__device__ int shown_late(int v, int more)
{
    __shared__ int s[64];
    s[threadIdx.x] = v;
    __syncthreads();
    return s[63 - threadIdx.x] + more;
}
