// A project's own HIP branch stays byte for byte, and is not taken: the CUDA branch is the one that is translated.
#include <hip/hip_runtime.h>
#if defined(RETARGET_PROJECT_HIP)
#include <hip/hip_runtime.h>
#define cudaMalloc hipMalloc
using cudaError_t = hipError_t;
#define WS 64
#else
#include <hip/hip_runtime.h>
#define WS 32
#endif

#ifdef __HIPCC__
#define KIND 1
#elif defined(__HIP__)
#define KIND cudaMalloc
#endif
#ifdef RETARGET_PROJECT_HIP
#define SECOND 1
#endif
#if RETARGET_PROJECT_HIP >= 50200000 || defined(RETARGET_PROJECT_HIP)
#error "never in CUDA"
#endif
#define IS_HIP defined(RETARGET_PROJECT_HIP)
#if IS_HIP
#error "never in CUDA"
#endif
#if defined(USE_ROCM)  // a switch of the project's own: nobody sets it
#define cudaFree hipFree
__device__ inline int lanes() { return __AMDGCN_WAVEFRONT_SIZE; }
#endif

__global__ void k(float *out) {
    __shared__ float s[1024 / WS];
    s[threadIdx.x / WS] = 1;
    out[threadIdx.x] = s[0];
}

int main() {
    float *p;
    hipError_t e = hipMalloc(&p, 4096);
    k<<<1, 1024>>>(p);
    return hipFree(p) != hipSuccess || e != hipSuccess;
}
