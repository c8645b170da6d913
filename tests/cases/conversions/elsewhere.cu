// retarget: --arch gfx90a
// What a function converts and shifts though no word in it says so: types and macros that stand elsewhere.
typedef unsigned char Pixel;
struct Wide { long long sum; };
typedef double Real;
__device__ Wide totals[32];
__device__ Real exact[32];

__global__ void typed(Pixel *grey, const float *in) { grey[threadIdx.x] = in[threadIdx.x]; }

__global__ void members(const float *in) { totals[threadIdx.x].sum = in[threadIdx.x]; }

__global__ void doubles(int *out) { out[threadIdx.x] = exact[threadIdx.x]; }

__global__ void literals(int *out, const float *in) { out[threadIdx.x] = in[threadIdx.x] * 1.5; }

__global__ void sums(unsigned *out, const int *by) { out[threadIdx.x] = 1u << 8 + by[threadIdx.x]; }
