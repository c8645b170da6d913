// Matrix product C = A B in single precision, with square tiles in shared memory.
//
// Exercises: two-dimensional blocks and shared arrays, barriers in a loop, guarded loads at ragged edges.
// The entries are small integers, so the float results are exact.
//
// Usage: matmul_tiled [m n k]

#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TILE 16

#define CUDA_SAFE_CALL(call)                                                         \
{                                                                                    \
    cudaError_t err = call;                                                          \
    if (err != cudaSuccess) {                                                        \
        fprintf(stderr, "CUDA error '%s' in file '%s' in line %i\n",                 \
                cudaGetErrorString(err), __FILE__, __LINE__);                        \
        exit(EXIT_FAILURE);                                                          \
    }                                                                                \
}

__global__ void matmul(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;

    float sum = 0.0f;
    for (int t = 0; t < k; t += TILE) {
        As[ty][tx] = (row < m && t + tx < k) ? A[row * k + t + tx] : 0.0f;
        Bs[ty][tx] = (t + ty < k && col < n) ? B[(t + ty) * n + col] : 0.0f;
        __syncthreads();

        #pragma unroll
        for (int i = 0; i < TILE; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }

    if (row < m && col < n)
        C[row * n + col] = sum;
}

static void fill(float *a, int count, unsigned seed)
{
    for (int i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (float)((int)(seed >> 24) % 17 - 8);
    }
}

static void matmul_host(const float *A, const float *B, float *C, int m, int n, int k)
{
    for (int i = 0; i < m; i++) {
        float *c = C + (size_t)i * n;
        for (int j = 0; j < n; j++)
            c[j] = 0.0f;
        for (int l = 0; l < k; l++) {
            const float a = A[(size_t)i * k + l];
            const float *b = B + (size_t)l * n;
            for (int j = 0; j < n; j++)
                c[j] += a * b[j];
        }
    }
}

int main(int argc, char **argv)
{
    int m = 70, n = 83, k = 45;
    if (argc > 3) {
        m = atoi(argv[1]);
        n = atoi(argv[2]);
        k = atoi(argv[3]);
    }

    size_t bytesA = (size_t)m * k * sizeof(float);
    size_t bytesB = (size_t)k * n * sizeof(float);
    size_t bytesC = (size_t)m * n * sizeof(float);
    float *A = (float *)malloc(bytesA);
    float *B = (float *)malloc(bytesB);
    float *C = (float *)malloc(bytesC);
    float *expected = (float *)malloc(bytesC);
    fill(A, m * k, 1);
    fill(B, k * n, 2);

    float *dA, *dB, *dC;
    CUDA_SAFE_CALL(cudaMalloc((void **)&dA, bytesA));
    CUDA_SAFE_CALL(cudaMalloc((void **)&dB, bytesB));
    CUDA_SAFE_CALL(cudaMalloc((void **)&dC, bytesC));
    CUDA_SAFE_CALL(cudaMemcpy(dA, A, bytesA, cudaMemcpyHostToDevice));
    CUDA_SAFE_CALL(cudaMemcpy(dB, B, bytesB, cudaMemcpyHostToDevice));

    dim3 threads(TILE, TILE);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    matmul<<<grid, threads>>>(dA, dB, dC, m, n, k);
    CUDA_SAFE_CALL(cudaGetLastError());
    CUDA_SAFE_CALL(cudaDeviceSynchronize());
    CUDA_SAFE_CALL(cudaMemcpy(C, dC, bytesC, cudaMemcpyDeviceToHost));

    matmul_host(A, B, expected, m, n, k);
    int wrong = 0;
    for (int i = 0; i < m * n; i++)
        wrong += C[i] != expected[i];
    printf("%s matmul_tiled %dx%dx%d: %d of %d entries wrong\n", wrong ? "FAIL" : "PASS", m, n, k, wrong, m * n);

    CUDA_SAFE_CALL(cudaFree(dA));
    CUDA_SAFE_CALL(cudaFree(dB));
    CUDA_SAFE_CALL(cudaFree(dC));
    free(A);
    free(B);
    free(C);
    free(expected);
    return wrong ? 1 : 0;
}
