// retarget: --arch gfx90a
// What a function converts and shifts though no word in it says so: types and macros that stand elsewhere.
#include <hip/hip_runtime.h>
#include "retarget_hip/conversions.h"
#include "retarget_hip/shifts.h"
typedef unsigned char Pixel;
struct Wide { long long sum; };
typedef double Real;
__device__ Wide totals[32];
__device__ Real exact[32];

__global__ void typed(Pixel *grey, const float *in) { grey[threadIdx.x] = retarget_hip::to_integer<unsigned char>(in[threadIdx.x]); }

__global__ void members(const float *in) { totals[threadIdx.x].sum = retarget_hip::to_integer<long long>(in[threadIdx.x]); }

__global__ void doubles(int *out) { out[threadIdx.x] = retarget_hip::to_integer<int>(exact[threadIdx.x]); }

__global__ void literals(int *out, const float *in) { out[threadIdx.x] = retarget_hip::to_integer<int>(in[threadIdx.x] * 1.5); }

__global__ void sums(unsigned *out, const int *by) { out[threadIdx.x] = 1u << retarget_hip::shift_count(8 + by[threadIdx.x]); }
