// Kernels whose launches cannot be told from another's by their name, and steps that leave their indices as they are.
// refused: generic | bounds(256) | 8 | another kernel has its name
// refused: twice | streaming(stores) | 12 | another kernel has its name
// refused: brought | share() | 20 | a using-declaration brings its name
// refused: run | bounds(256) | 23 | it is a member of a class
#include <cuda_runtime.h>

template <class T> __global__ void generic(T* out, const T* a) { out[threadIdx.x] = a[blockIdx.x]; }
template <> __global__ void generic<int>(int* out, const int* a) { out[threadIdx.x] = a[blockIdx.x] + 1; }

// An overload.
__global__ void twice(float* out, const float* a) { out[threadIdx.x] = a[threadIdx.x]; }
__global__ void twice(int* out, const int* a) { out[threadIdx.x] = a[threadIdx.x]; }

// A launch that says `given` means what the macro is given.
__global__ void given(float* out) { out[threadIdx.x] += 1; }
#define LAUNCH(given, out) given<<<1, 64>>>(out)

namespace inside { __global__ void brought(float* out) { out[threadIdx.x] = 1; } }
using inside::brought;

struct Owner {
    static __global__ void run(float* out) { out[threadIdx.x] = 1; }
};

void all(float* out, int* whole)
{
    generic<<<1, 64>>>(out, out), generic<<<1, 64>>>(whole, whole);
    twice<<<1, 64>>>(out, out), twice<<<1, 64>>>(whole, whole);
    LAUNCH(given, out);
    brought<<<1, 64>>>(out);
}
