// Polynomials with their coefficients in constant memory, evaluated by kernels chosen through pointers.
//
// Exercises: cudaMemcpyToSymbol with an offset, cudaMemcpyFromSymbol, cudaGetSymbolAddress and -Size, constant
// structs, __device__ variables, tables of kernels, cudaFuncGetAttributes, cudaLaunchKernel.
//
// Usage: constant [count]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call)                                                                              \
    do {                                                                                         \
        cudaError_t e_ = (call);                                                                 \
        if (e_ != cudaSuccess) {                                                                 \
            fprintf(stderr, "%s:%d: '%s' %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e_)); \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

#define DEGREE 7

struct Interval {
    float low, high;
};

__constant__ float coefficients[DEGREE + 1];
__constant__ Interval domain;
__device__ unsigned int evaluations = 0;
__device__ float extremum[2];

__device__ float point(int i, int count)
{
    return domain.low + (domain.high - domain.low) * i / (count - 1);
}

__global__ void horner(float* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const float x = point(i, count);
    float sum = coefficients[DEGREE];
    for (int k = DEGREE - 1; k >= 0; --k)
        sum = sum * x + coefficients[k];
    out[i] = sum;
    atomicAdd(&evaluations, 1u);
}

__global__ void powers(float* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const float x = point(i, count);
    float sum = 0.0f, power = 1.0f;
#pragma unroll
    for (int k = 0; k <= DEGREE; ++k) {
        sum += coefficients[k] * power;
        power *= x;
    }
    out[i] = sum;
    atomicAdd(&evaluations, 1u);
}

// A single thread looks for the extrema; the result stays in a device variable.
__global__ void find_extrema(const float* values, int count)
{
    float smallest = values[0], largest = values[0];
    for (int i = 1; i < count; ++i) {
        smallest = fminf(smallest, values[i]);
        largest = fmaxf(largest, values[i]);
    }
    extremum[0] = smallest;
    extremum[1] = largest;
}

typedef void (*Evaluate)(float*, int);

static int count_wrong(const std::vector<float>& got, const float* c, Interval d)
{
    int wrong = 0;
    const int count = (int)got.size();
    for (int i = 0; i < count; ++i) {
        const double x = d.low + (double(d.high) - d.low) * i / (count - 1);
        double sum = 0;
        for (int k = DEGREE; k >= 0; --k)
            sum = sum * x + c[k];
        wrong += !(std::fabs(got[i] - sum) < 1e-4);
    }
    return wrong;
}

int main(int argc, char** argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 1000;
    const float even[4] = {1.0f, -0.5f, 0.25f, 0.125f};
    float c[DEGREE + 1] = {0.1f, 1.0f, -0.3f, -0.5f, 0.7f, 0.05f, -0.2f, 0.15f};
    const Interval d = {-1.25f, 1.5f};

    // The whole array, then its upper half again through an offset, then the rest through the address.
    CHECK(cudaMemcpyToSymbol(coefficients, c, sizeof(c)));
    CHECK(cudaMemcpyToSymbol(coefficients, even, sizeof(even), 4 * sizeof(float), cudaMemcpyHostToDevice));
    memcpy(c + 4, even, sizeof(even));
    void* address = NULL;
    size_t bytes = 0;
    CHECK(cudaGetSymbolAddress(&address, domain));
    CHECK(cudaGetSymbolSize(&bytes, domain));
    CHECK(cudaMemcpy(address, &d, bytes, cudaMemcpyHostToDevice));

    float read_back[DEGREE + 1];
    CHECK(cudaMemcpyFromSymbol(read_back, coefficients, sizeof(read_back)));
    bool pass = bytes == sizeof(Interval) && memcmp(read_back, c, sizeof(c)) == 0;

    float* d_out;
    CHECK(cudaMalloc((void**)&d_out, count * sizeof(float)));
    std::vector<float> out(count);
    const Evaluate kernels[] = {horner, powers};
    for (Evaluate kernel : kernels) {
        cudaFuncAttributes attributes;
        CHECK(cudaFuncGetAttributes(&attributes, (const void*)kernel));
        const int threads = attributes.maxThreadsPerBlock < 128 ? attributes.maxThreadsPerBlock : 128;
        kernel<<<(count + threads - 1) / threads, threads>>>(d_out, count);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(out.data(), d_out, count * sizeof(float), cudaMemcpyDeviceToHost));
        pass = pass && count_wrong(out, c, d) == 0;
    }

    void* arguments[] = {&d_out, &count};
    CHECK(cudaLaunchKernel((const void*)find_extrema, dim3(1), dim3(1), arguments, 0, 0));
    float extrema[2];
    unsigned int evaluated = 0;
    CHECK(cudaMemcpyFromSymbol(extrema, extremum, sizeof(extrema), 0, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&evaluated, evaluations, sizeof(evaluated)));
    for (float v : out)
        pass = pass && extrema[0] <= v && v <= extrema[1];
    pass = pass && evaluated == 2u * count;

    printf("%s constant %d points: %u evaluations, values from %g to %g\n",
           pass ? "PASS" : "FAIL", count, evaluated, extrema[0], extrema[1]);
    CHECK(cudaFree(d_out));
    return pass ? 0 : 1;
}
