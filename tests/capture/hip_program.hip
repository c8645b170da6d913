// A HIP program as any, but that its kernels are there for the processor too: see stand_in.cpp.
#include <hip/hip_runtime.h>

#include <cstdio>

struct Pair {
    long* p;
    int n;
};
__device__ long counter = 5;
extern "C" {
__global__ void twice(long* b, const long* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] += 2 * a[i]; }
__global__ void fill(Pair to, long v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < to.n) to.p[i] = v; if (i == 0) counter++; }
__global__ void wide(char c, short s, double d, long* out) { out[0] = c + s + (long)d; }

__global__ void sampled(hipTextureObject_t t, long* out) { out[0] += (long)(size_t)t; }
__global__ void sampled_array(hipTextureObject_t t, long* out) { out[0] += (long)(size_t)t; }

void on_cpu_sampled(dim3, dim3, void**) {}
void on_cpu_sampled_array(dim3, dim3, void**) {}
void on_cpu_twice(dim3, dim3, void** a) {
    long *b = *(long**)a[0], *x = *(long**)a[1];
    for (int i = 0; i < *(int*)a[2]; i++) b[i] += 2 * x[i];
}
void on_cpu_fill(dim3, dim3, void** a) {
    Pair to = *(Pair*)a[0];
    for (int i = 0; i < to.n; i++) to.p[i] = *(long*)a[1];
    counter++;
}
void on_cpu_wide(dim3, dim3, void** a) { **(long**)a[3] = *(char*)a[0] + *(short*)a[1] + (long)*(double*)a[2]; }
}

int main(int count, char**) {
    constexpr int N = 1000;
    long *a, *b, *h;
    (void)hipMalloc(&a, N * sizeof(long));
    (void)hipMallocManaged(&b, N * sizeof(long));
    (void)hipHostMalloc(&h, 64);
    for (int i = 0; i < N; i++) a[i] = b[i] = i;
    for (int r = 0; r < 12; r++) twice<<<N / 100, 100>>>(b, a, N);
    fill<<<1, 64>>>(Pair{a, N}, 7);
    wide<<<1, 1>>>('a', 300, 2.5, h);
    fill<<<1, 2000>>>(Pair{a, N}, 7);  // refused
    hipResourceDesc rows = {}, array = {};
    hipTextureDesc plain = {};
    hipTextureObject_t of_rows, of_array;
    rows.resType = hipResourceTypePitch2D;
    rows.res.pitch2D.devPtr = a;
    rows.res.pitch2D.desc = {32, 32, 0, 0, hipChannelFormatKindFloat};
    rows.res.pitch2D.width = 10;
    rows.res.pitch2D.height = 4;
    rows.res.pitch2D.pitchInBytes = 512;
    plain.addressMode[1] = hipAddressModeBorder;
    plain.borderColor[3] = 1;
    array.resType = hipResourceTypeArray;
    (void)hipCreateTextureObject(&of_rows, &rows, &plain, nullptr);
    (void)hipCreateTextureObject(&of_array, &array, &plain, nullptr);
    sampled<<<1, 1>>>(of_rows, h);
    sampled_array<<<1, 1>>>(of_array, h);
    (void)hipDestroyTextureObject(of_rows);
    (void)hipDestroyTextureObject(of_array);
    void* given[] = {&b, &a, nullptr};
    int n = N;
    given[2] = &n;
    (void)hipLaunchCooperativeKernel(reinterpret_cast<void*>(twice), dim3(3), dim3(5), given, 0, 0);
    for (int r = 0; count > 1 && r < 2000; r++) wide<<<1, 1>>>('a', 300, 2.5, h);
    (void)hipDeviceSynchronize();
    std::printf("%ld %ld\n", b[3], *h);
    (void)hipFree(a);
    (void)hipFree(b);
    (void)hipHostFree(h);
}
