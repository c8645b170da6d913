// Functions that are inlined, whose names mean something else in the kernel; and a function with a macro's name.
// refused: by_size | thread(x=2) | 95 | 'whole' means something else here
// refused: by_enumerator | thread(x=2) | 99 | 'SIZE' means something else here
// refused: by_type | thread(x=2) | 103 | 'whole' means something else here
// refused: by_constant | thread(x=2) | 107 | 'scale' means something else here
// refused: by_class_template | thread(x=2) | 111 | 'Wrap' means something else here
// refused: by_parameter | thread(x=2) | 115 | 'n' means something else here
// refused: by_overload | thread(x=2) | 119 | 'pick' means something else here
// refused: by_later | thread(x=2) | 123 | 'pick' means something else here
// refused: by_macro | thread(x=2) | 127 | is not spelled as a call
// refused: by_indexed_macro | thread(x=2) | 90 | a macro has its name
#include <cuda_runtime.h>

typedef short whole;
enum { SIZE = 100 };
template <typename T>
struct Wrap {
    T v;
    __device__ int get() { return v; }
};
__device__ void turn(int* s, int by)
{
    int t = s[(threadIdx.x + 1) % 64] * by;
    __syncthreads();
    s[threadIdx.x] = t;
}
namespace far {
typedef int whole;
enum { SIZE = 3 };
__device__ const int scale = 3;
__device__ void bysize(int* s)
{
    turn(s, sizeof(whole));
    __syncthreads();
}
__device__ void byenum(int* s)
{
    turn(s, SIZE);
    __syncthreads();
}
__device__ void bytype(int* s)
{
    turn(s, (whole)(s[0] * 40000));
    __syncthreads();
}
__device__ void byconstant(int* s)
{
    turn(s, scale);
    __syncthreads();
}
template <typename T>
struct Wrap {
    T v;
    __device__ int get() { return v * 3; }
};
template <typename T>
__device__ void bytemplate(T* s)
{
    Wrap<T> w{s[0]};
    turn(s, w.get());
    __syncthreads();
}
}
__device__ const int scale = 5;
__device__ int n = 4;
__device__ void byglobal(int* s)
{
    turn(s, n);
    __syncthreads();
}
__device__ int pick(double) { return 1; }
__device__ void byoverload(int* s)
{
    turn(s, pick(3));
    __syncthreads();
}
template <typename T>
__device__ void bylater(T* s)
{
    turn(s, pick(s[0]));
    __syncthreads();
}
__device__ int pick(int) { return 100; }
__device__ void written(int* s, int by)
{
    s[threadIdx.x] += by;
    __syncthreads();
}
#define written(s, by) written(s, (by) + 1)
__device__ int placed(int value) { return value + threadIdx.x; }
#define placed(value) placed((value) + 5)

__global__ void by_size(int* s, int n)
{
    far::bysize(s);
}
__global__ void by_enumerator(int* s, int n)
{
    far::byenum(s);
}
__global__ void by_type(int* s, int n)
{
    far::bytype(s);
}
__global__ void by_constant(int* s, int n)
{
    far::byconstant(s);
}
__global__ void by_class_template(int* s, int n)
{
    far::bytemplate<int>(s);
}
__global__ void by_parameter(int* s, int n)
{
    byglobal(s);
}
__global__ void by_overload(int* s, int n)
{
    byoverload(s);
}
__global__ void by_later(int* s, int n)
{
    bylater<int>(s);
}
__global__ void by_macro(int* s, int n)
{
    written(s, n);
}
__global__ void by_indexed_macro(int* s, int n)
{
    s[0] = placed(n);
}

int main()
{
    int* out;
    cudaMalloc(&out, 1024);
    by_size<<<2, 64>>>(out, 3);
    by_enumerator<<<2, 64>>>(out, 3);
    by_type<<<2, 64>>>(out, 3);
    by_constant<<<2, 64>>>(out, 3);
    by_class_template<<<2, 64>>>(out, 3);
    by_parameter<<<2, 64>>>(out, 3);
    by_overload<<<2, 64>>>(out, 3);
    by_later<<<2, 64>>>(out, 3);
    by_macro<<<2, 64>>>(out, 3);
    by_indexed_macro<<<2, 64>>>(out, 3);
    return 0;
}
