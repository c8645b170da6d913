// Gaussian elimination: one kernel for the multipliers of a column, one that updates the rest of the matrix.
//
// Exercises: tiny blocks (4x4), uncoalesced access on purpose (threadIdx.x runs over rows), early return,
// many dependent launches, cudaDeviceProp queries.
//
// Usage: gaussian [n]

#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include "cuda_runtime.h"

#define BLOCK_SIZE_1D 64
#define BLOCK_SIZE_XY 4

static void checkCUDAError(const char *msg)
{
    cudaError_t err = cudaGetLastError();
    if (cudaSuccess != err) {
        fprintf(stderr, "Cuda error: %s: %s.\n", msg, cudaGetErrorString(err));
        exit(EXIT_FAILURE);
    }
}

// Multipliers of the rows below row t.
__global__ void multipliers(float *m, const float *a, int size, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t)
        return;
    int row = blockDim.x * blockIdx.x + threadIdx.x + t + 1;
    m[size * row + t] = a[size * row + t] / a[size * t + t];
}

// Subtracts the multiple of row t; x runs over rows and y over columns.
__global__ void eliminate(const float *m, float *a, float *b, int size, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t)
        return;
    if (threadIdx.y + blockIdx.y * blockDim.y >= size - t)
        return;

    int xidx = blockIdx.x * blockDim.x + threadIdx.x;
    int yidx = blockIdx.y * blockDim.y + threadIdx.y;

    a[size * (xidx + 1 + t) + (yidx + t)] -= m[size * (xidx + 1 + t) + t] * a[size * t + (yidx + t)];
    if (yidx == 0)
        b[xidx + 1 + t] -= m[size * (xidx + 1 + t) + t] * b[t];
}

static void forward_substitution(float *m, float *a, float *b, int size)
{
    dim3 dimBlock(BLOCK_SIZE_1D);
    dim3 dimGrid((size + BLOCK_SIZE_1D - 1) / BLOCK_SIZE_1D);
    dim3 dimBlockXY(BLOCK_SIZE_XY, BLOCK_SIZE_XY);
    dim3 dimGridXY((size + BLOCK_SIZE_XY - 1) / BLOCK_SIZE_XY, (size + BLOCK_SIZE_XY - 1) / BLOCK_SIZE_XY);

    for (int t = 0; t < size - 1; t++) {
        multipliers<<<dimGrid, dimBlock>>>(m, a, size, t);
        eliminate<<<dimGridXY, dimBlockXY>>>(m, a, b, size, t);
        checkCUDAError("forward substitution");
    }
    cudaDeviceSynchronize();
    checkCUDAError("synchronize");
}

static void back_substitution(const float *a, const float *b, double *x, int size)
{
    for (int i = size - 1; i >= 0; i--) {
        double sum = b[i];
        for (int j = i + 1; j < size; j++)
            sum -= a[(size_t)size * i + j] * x[j];
        x[i] = sum / a[(size_t)size * i + i];
    }
}

int main(int argc, char *argv[])
{
    int size = argc > 1 ? atoi(argv[1]) : 48;
    size_t bytes = (size_t)size * size * sizeof(float);

    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    checkCUDAError("device properties");
    if (prop.maxThreadsPerBlock < BLOCK_SIZE_1D || bytes > prop.totalGlobalMem / 2) {
        printf("FAIL gaussian: does not fit on %s\n", prop.name);
        return 1;
    }

    // A Toeplitz matrix with a dominant diagonal, and the right-hand side of a known solution.
    float *a = (float *)malloc(bytes);
    float *b = (float *)malloc(size * sizeof(float));
    double *x = (double *)malloc(size * sizeof(double));
    for (int i = 0; i < size; i++) {
        double sum = 0.0;
        for (int j = 0; j < size; j++) {
            float v = 10.0f * expf(-0.1f * abs(i - j)) + (i == j ? 5.0f : 0.0f);
            a[(size_t)size * i + j] = v;
            sum += v * (1.0 + j % 3);
        }
        b[i] = (float)sum;
    }

    float *m_cuda, *a_cuda, *b_cuda;
    cudaMalloc((void **)&m_cuda, bytes);
    cudaMalloc((void **)&a_cuda, bytes);
    cudaMalloc((void **)&b_cuda, size * sizeof(float));
    cudaMemset(m_cuda, 0, bytes);
    cudaMemcpy(a_cuda, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b_cuda, b, size * sizeof(float), cudaMemcpyHostToDevice);
    checkCUDAError("copy to device");

    forward_substitution(m_cuda, a_cuda, b_cuda, size);

    cudaMemcpy(a, a_cuda, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(b, b_cuda, size * sizeof(float), cudaMemcpyDeviceToHost);
    checkCUDAError("copy to host");
    back_substitution(a, b, x, size);

    int wrong = 0;
    int left = 0;       // entries under the diagonal that are not gone
    for (int i = 0; i < size; i++) {
        wrong += !(fabs(x[i] - (1.0 + i % 3)) < 1e-3);
        for (int j = 0; j < i; j++)
            left += !(fabsf(a[(size_t)size * i + j]) < 1e-4f);
    }
    int pass = wrong == 0 && left == 0;
    printf("%s gaussian %dx%d: %d unknowns wrong, %d entries not eliminated\n",
           pass ? "PASS" : "FAIL", size, size, wrong, left);

    cudaFree(m_cuda);
    cudaFree(a_cuda);
    cudaFree(b_cuda);
    free(a);
    free(b);
    free(x);
    return pass ? 0 : 1;
}
