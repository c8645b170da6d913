// A program that is tuned on its launches: one kernel at two sizes. It is there for the processor too: see stand_in.cpp.
#include <cstdio>
#include <vector>

__global__ void twice(float* a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 2 * a[i] + 1;
}

extern "C" void on_cpu_twice(dim3 grid, dim3 block, void** arguments)
{
    float* a = *static_cast<float**>(arguments[0]);
    const int n = *static_cast<int*>(arguments[1]);
    for (unsigned i = 0; i < grid.x * block.x; ++i)
        if (int(i) < n) a[i] = 2 * a[i] + 1;
}

static double sum_after(int times, int n)
{
    std::vector<float> host(n);
    for (int i = 0; i < n; ++i) host[i] = i % 7;
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemcpy(a, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int t = 0; t < times; ++t) {
        if (n <= 512)
            twice<<<8, 64>>>(a, n);
        else
            twice<<<125, 64>>>(a, n);
    }
    cudaMemcpy(host.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(a);
    double sum = 0;
    for (float v : host) sum += v;
    return sum;
}

int main() { std::printf("%.0f %.0f\n", sum_after(4, 500), sum_after(3, 8000)); }
