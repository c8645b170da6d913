// Bitonic sort of key/value pairs inside each block, with both parts in dynamically sized shared memory.
//
// Exercises: extern __shared__ split into two typed arrays, the third launch parameter,
// cudaFuncSetAttribute for the size, nested barrier loops, partners at XOR distance.
//
// Usage: dynamic_shared [blocks pairs_per_block]      pairs_per_block: a power of two up to 1024

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

inline void gpuAssert(cudaError_t code, const char* file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort)
            exit(code);
    }
}
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }

__global__ void sort_block(double* keys, int* values)
{
    extern __shared__ double storage[];
    double* key = storage;
    int* value = reinterpret_cast<int*>(storage + blockDim.x);

    const unsigned int t = threadIdx.x;
    const unsigned int i = blockIdx.x * blockDim.x + t;
    key[t] = keys[i];
    value[t] = values[i];

    for (unsigned int size = 2; size <= blockDim.x; size *= 2)
        for (unsigned int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const unsigned int partner = t ^ stride;
            const bool ascending = (t & size) == 0;
            if (partner > t && (key[t] > key[partner]) == ascending) {
                const double k = key[t];
                key[t] = key[partner];
                key[partner] = k;
                const int v = value[t];
                value[t] = value[partner];
                value[partner] = v;
            }
        }
    __syncthreads();

    keys[i] = key[t];
    values[i] = value[t];
}

int main(int argc, char** argv)
{
    const int blocks = argc > 2 ? atoi(argv[1]) : 4;
    const int pairs = argc > 2 ? atoi(argv[2]) : 256;
    const int count = blocks * pairs;
    const int shared_bytes = pairs * (sizeof(double) + sizeof(int));

    std::vector<double> keys(count);
    std::vector<int> values(count);
    for (int i = 0; i < count; ++i) {
        keys[i] = (i * 7919LL % count) * 0.25;      // all different when 7919 does not divide count
        values[i] = i;
    }
    const std::vector<double> original = keys;

    double* d_keys;
    int* d_values;
    gpuErrchk(cudaMalloc(&d_keys, count * sizeof(double)));
    gpuErrchk(cudaMalloc(&d_values, count * sizeof(int)));
    gpuErrchk(cudaMemcpy(d_keys, keys.data(), count * sizeof(double), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemcpy(d_values, values.data(), count * sizeof(int), cudaMemcpyHostToDevice));

    gpuErrchk(cudaFuncSetAttribute(sort_block, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
    sort_block<<<blocks, pairs, shared_bytes>>>(d_keys, d_values);
    gpuErrchk(cudaPeekAtLastError());
    gpuErrchk(cudaDeviceSynchronize());
    gpuErrchk(cudaMemcpy(keys.data(), d_keys, count * sizeof(double), cudaMemcpyDeviceToHost));
    gpuErrchk(cudaMemcpy(values.data(), d_values, count * sizeof(int), cudaMemcpyDeviceToHost));

    std::vector<double> expected = original;
    int wrong = 0;
    for (int b = 0; b < blocks; ++b)
        std::sort(expected.begin() + b * pairs, expected.begin() + (b + 1) * pairs);
    for (int i = 0; i < count; ++i)
        wrong += keys[i] != expected[i] || original[values[i]] != keys[i];
    printf("%s dynamic_shared %d blocks of %d pairs: %d wrong\n", wrong ? "FAIL" : "PASS", blocks, pairs, wrong);

    gpuErrchk(cudaFree(d_keys));
    gpuErrchk(cudaFree(d_values));
    return wrong ? 1 : 0;
}
