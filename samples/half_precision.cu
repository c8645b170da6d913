// Half precision: storage in 16 bits, arithmetic in __half and packed __half2, accumulation in float.
//
// Exercises: cuda_fp16.h, conversions on both sides, __hfma, __hfma2, __hadd2, __low2float, comparison
// intrinsics, half operators, reinterpretation of memory as __half2.
//
// Usage: half_precision [pairs]

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                 \
    if ((call) != cudaSuccess) {                                                    \
        fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError())); \
        exit(1);                                                                    \
    }

// y = a x + y, two at a time.
__global__ void axpy(int pairs, __half a, const __half2* x, __half2* y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs)
        y[i] = __hfma2(__half2half2(a), x[i], y[i]);
}

// The positive part of every element, and the sum of each pair in single precision.
__global__ void rectify(int pairs, const __half* in, __half* out, float* pair_sums)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    const __half zero = __float2half(0.0f);
    for (int k = 2 * i; k < 2 * i + 2; ++k)
        out[k] = __hgt(in[k], zero) ? in[k] : zero;
    const __half2 both = __halves2half2(out[2 * i], out[2 * i + 1]);
    const __half2 doubled = __hadd2(both, both);
    pair_sums[i] = 0.5f * (__low2float(doubled) + __high2float(doubled));
}

// The same sum over the block with half operators and a float accumulator.
__global__ void dot(int count, const __half* x, const half* y, float* result)
{
    __shared__ float s[64];
    float sum = 0.0f;
    for (int i = threadIdx.x; i < count; i += 64)
        sum += __half2float(x[i] * y[i]);
    s[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int t = 1; t < 64; ++t)
            sum += s[t];
        *result = sum;
    }
}

int main(int argc, char** argv)
{
    const int pairs = argc > 1 ? atoi(argv[1]) : 500;
    const int count = 2 * pairs;

    // Small multiples of 1/8: every product and sum below fits in eleven bits.
    std::vector<__half> x(count), y(count), out(count);
    std::vector<float> fx(count), fy(count), sums(pairs);
    for (int i = 0; i < count; ++i) {
        fx[i] = (i % 33 - 16) / 8.0f;
        fy[i] = (i % 15 - 7) / 4.0f;
        x[i] = __float2half(fx[i]);
        y[i] = __float2half(fy[i]);
    }

    __half *d_x, *d_y, *d_out;
    float *d_sums, *d_dot;
    CHECK(cudaMalloc(&d_x, count * sizeof(__half)));
    CHECK(cudaMalloc(&d_y, count * sizeof(__half)));
    CHECK(cudaMalloc(&d_out, count * sizeof(__half)));
    CHECK(cudaMalloc(&d_sums, pairs * sizeof(float)));
    CHECK(cudaMalloc(&d_dot, sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), count * sizeof(__half), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y.data(), count * sizeof(__half), cudaMemcpyHostToDevice));

    const int block = 128, grid = (pairs + block - 1) / block;
    axpy<<<grid, block>>>(pairs, __float2half(1.5f), reinterpret_cast<__half2*>(d_x), reinterpret_cast<__half2*>(d_y));
    rectify<<<grid, block>>>(pairs, d_y, d_out, d_sums);
    dot<<<1, 64>>>(count, d_x, d_out, d_dot);
    CHECK(cudaGetLastError());

    float dot_product = 0.0f;
    CHECK(cudaMemcpy(y.data(), d_y, count * sizeof(__half), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(out.data(), d_out, count * sizeof(__half), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(sums.data(), d_sums, pairs * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&dot_product, d_dot, sizeof(float), cudaMemcpyDeviceToHost));

    int wrong = 0;
    double expected_dot = 0;
    for (int i = 0; i < count; ++i) {
        const float axpy_i = 1.5f * fx[i] + fy[i];
        const float positive = axpy_i > 0 ? axpy_i : 0;
        wrong += __half2float(y[i]) != axpy_i || __half2float(out[i]) != positive;
        expected_dot += fx[i] * positive;
    }
    for (int i = 0; i < pairs; ++i)
        wrong += sums[i] != __half2float(out[2 * i]) + __half2float(out[2 * i + 1]);
    const bool pass = wrong == 0 && dot_product == float(expected_dot);
    printf("%s half_precision %d pairs: %d wrong, dot product %.4f\n", pass ? "PASS" : "FAIL", pairs, wrong, dot_product);

    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_sums));
    CHECK(cudaFree(d_dot));
    return pass ? 0 : 1;
}
