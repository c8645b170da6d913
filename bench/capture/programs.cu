// Programs whose launches are captured, for bench/capture_cost.py. The last line tells the seconds from the beginning of
// main to the end of all that runs at exit. The kernels are there for a stand-in of libamdhip64, too.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static std::chrono::steady_clock::time_point begun;
static void tell()
{
    std::printf("wall %.6f\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
    std::fflush(stdout);
}

__global__ void add(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += 1;
}

template <int N> __global__ void many(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += N;
}

extern "C" void on_cpu_add(dim3, dim3, void **given)
{
    float *a = *static_cast<float **>(given[0]);
    for (int i = 0; i < *static_cast<int *>(given[1]); i++) a[i] += 1;
}
extern "C" void on_cpu_many(dim3, dim3, void **given) { on_cpu_add({}, {}, given); }

template <int N> struct Each {
    static void launch(float *a, int n, int blocks)
    {
        many<N><<<blocks, 64>>>(a, n);
        Each<N - 1>::launch(a, n, blocks);
    }
};
template <> struct Each<0> {
    static void launch(float *, int, int) {}
};

int main(int count, char **words)
{
    begun = std::chrono::steady_clock::now();
    std::atexit(tell);  // before any other, so that it runs last
    if (count < 3) return 1;
    const char *what = words[1];
    const int times = std::atoi(words[2]), n = count > 3 ? std::atoi(words[3]) : 64;
    float *a;
    if (cudaMalloc(&a, n * sizeof(float))) return 2;
    void *zeros = std::calloc(n, sizeof(float));
    cudaMemcpy(a, zeros, n * sizeof(float), cudaMemcpyHostToDevice);
    std::free(zeros);
    if (!std::strcmp(what, "launches"))
        for (int t = 0; t < times; t++) {
            add<<<1, 64>>>(a, n);
            if (t % 1000 == 999) cudaDeviceSynchronize();
        }
    if (!std::strcmp(what, "kernels"))
        for (int t = 0; t < times; t++) Each<128>::launch(a, n, 1 + t % 4);
    if (!std::strcmp(what, "memory"))
        for (int t = 0; t < times; t++) add<<<n / 256, 256>>>(a, n);
    if (!std::strcmp(what, "calls"))  // small copies, and allocations beside many others
        for (int t = 0; t < times; t++) {
            float one, *more;
            cudaMalloc(&more, 256);
            add<<<1, 64>>>(a, n);
            cudaMemcpy(&one, a, sizeof one, cudaMemcpyDeviceToHost);
            cudaFree(more);
        }
    if (cudaDeviceSynchronize()) return 3;
    float first = 0;
    cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
    std::printf("%g\n", first);
    return 0;
}
