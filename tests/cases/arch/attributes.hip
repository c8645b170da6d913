// Functions that are __device__ in the device's compilation alone: clang looks at host code there too.
#include <hip/hip_runtime.h>
#if defined(__HIPCC__) && defined(__HIPCC__)
#define CPU_AND_GPU __host__ __device__
#define CPU_AND_GPU_INLINE __host__ __device__ inline  // and more
#else
#define CPU_AND_GPU
#define CPU_AND_GPU_INLINE inline
#endif
#ifdef __HIP_DEVICE_COMPILE__
#define LOADED(p) __device__ int p
#define BOTH __host__ __device__
#define OTHER __device__ int x;
#endif
#define ALWAYS __device__

struct Size {
    int x;
    CPU_AND_GPU Size(int x) : x(x) {}
};
struct Image {
    Size size;
    CPU_AND_GPU Image() : size(3) {}
};
struct Held {
    Image image;
};
Held held() { return Held(); }
CPU_AND_GPU_INLINE int area(const Image &image) { return image.size.x; }
__global__ void k(int *out) { *out = area(Image()); }
