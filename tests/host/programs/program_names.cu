// What is written into a program means what it names, where the program has names like it: PTX's functions, HIP's,
// those of the support headers.
// want: 0.5 4 6 35 2 9 0 5 2 6 0 memory
#include <cstdio>
namespace app {
struct Boxed { float x; };
__device__ Boxed rsqrt(Boxed a) { return Boxed{a.x * 100}; }
__device__ float exp2f(float a) { return a * 1000; }
__device__ float fmaf(float, float, float) { return -1; }
__device__ double rint(double) { return 99; }
__device__ float powf(float, float) { return 98; }
__device__ unsigned __umulhi(unsigned, unsigned) { return 97; }
struct dim3 { int x; dim3(int a, int) : x(a) {} };
struct retarget_hip { };
namespace warp32 {
__device__ int shfl_sync(unsigned, int, int, int = 32) { return -1; }
enum { size = 7 };
}
cudaError_t hipMalloc(void** p, size_t) {
    *p = nullptr;
    return cudaSuccess;
}
__device__ double root(double x) {
    double y;
    asm("rsqrt.approx.f64 %0, %1;" : "=d"(y) : "d"(x));
    return y;
}
__device__ float power(float x) {
    float y;
    asm("{ .reg .f32 t; fma.rn.f32 t, %1, %1, %1; ex2.approx.f32 %0, t; }" : "=f"(y) : "f"(x));
    return y;
}
__device__ unsigned high(unsigned x) {
    unsigned y;
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(y) : "r"(x), "r"(8u));
    return y;
}
__device__ int third(int v) { return __shfl_sync(~0u, v, 3) + warpSize; }
__global__ void kernel(float* out, double x, float y, unsigned n) {
    int lane = third(threadIdx.x);
    if (threadIdx.x) return;
    out[0] = root(4);
    out[1] = power(1);
    out[2] = high(3u << 30);
    out[3] = lane;
    out[4] = __double2ll_rn(x);
    out[5] = __powf(y, 2.0f);
    out[6] = 1u << __clz(n - 32);
}
bool has_memory() {
    void* p;
    cudaMalloc(&p, 4);
    return p != nullptr;
}
void run(float* out) { kernel<<<{1, 1}, 32>>>(out, 2.5, 3, 32); }
}
struct Lanes {
    __device__ float tanhf(float) { return -3; }
    __device__ int abs(int) { return -4; }
    __device__ float both(float x, int i) {
        float y;
        int n;
        asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
        asm("abs.s32 %0, %1;" : "=r"(n) : "r"(i));
        return y + n;
    }
};
#define carry 1 +
#define t 2 +
__global__ void members(float* out) {
    out[0] = Lanes().both(0, -5);
    float floorf = 2.5f;
    asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(out[1]) : "f"(floorf));
    unsigned low, high;
    asm("{ .reg .u32 t; mov.u32 t, 7; add.cc.u32 %0, %2, t; addc.u32 %1, %2, 0; }"
        : "=r"(low), "=r"(high) : "r"(4294967295u));
    out[2] = low;
    out[3] = high;
}
int main() {
    float* out;
    cudaMallocManaged(&out, 11 * sizeof(float));
    app::run(out);
    members<<<1, 1>>>(out + 7);
    cudaDeviceSynchronize();
    for (int i = 0; i < 11; i++) printf("%g ", out[i]);
    puts(app::has_memory() ? "memory" : "none");
}
