// cuBLAS: saxpy, a dot product, a matrix product and a batch of small ones, in column-major order.
//
// Exercises: the cublas_v2 API (handle, status codes, pointer modes, transposition flags, streams),
// cublasSetVector/GetVector/SetMatrix/GetMatrix, strided batches.
//
// Usage: cublas_saxpy_gemm [n]          link with -lcublas

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cublas_v2.h>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                                    \
    do {                                                                                    \
        cudaError_t status = (call);                                                        \
        if (status != cudaSuccess) {                                                        \
            fprintf(stderr, "CUDA error: %s at line %d\n", cudaGetErrorString(status), __LINE__); \
            exit(EXIT_FAILURE);                                                             \
        }                                                                                   \
    } while (0)

#define CUBLAS_CHECK(call)                                                                  \
    do {                                                                                    \
        cublasStatus_t status = (call);                                                     \
        if (status != CUBLAS_STATUS_SUCCESS) {                                              \
            fprintf(stderr, "cuBLAS error: %d at line %d\n", (int)status, __LINE__);        \
            exit(EXIT_FAILURE);                                                             \
        }                                                                                   \
    } while (0)

static std::vector<float> small_integers(int count, int modulus)
{
    std::vector<float> v(count);
    for (int i = 0; i < count; ++i)
        v[i] = float(i * 7 % modulus - modulus / 2);
    return v;
}

static int check_level1(cublasHandle_t handle, int n)
{
    const std::vector<float> x = small_integers(n, 13), y = small_integers(n, 9);
    const float alpha = 2.0f;
    std::vector<float> got(n);
    float *d_x, *d_y, *d_dot, dot = 0;
    CUDA_CHECK(cudaMalloc(&d_x, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_y, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_dot, sizeof(float)));
    CUBLAS_CHECK(cublasSetVector(n, sizeof(float), x.data(), 1, d_x, 1));
    CUBLAS_CHECK(cublasSetVector(n, sizeof(float), y.data(), 1, d_y, 1));

    CUBLAS_CHECK(cublasSaxpy(handle, n, &alpha, d_x, 1, d_y, 1));
    CUBLAS_CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    CUBLAS_CHECK(cublasSdot(handle, n, d_x, 1, d_y, 1, d_dot));
    CUBLAS_CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUBLAS_CHECK(cublasGetVector(n, sizeof(float), d_y, 1, got.data(), 1));
    CUDA_CHECK(cudaMemcpy(&dot, d_dot, sizeof(float), cudaMemcpyDeviceToHost));

    int wrong = 0;
    double expected_dot = 0;
    for (int i = 0; i < n; ++i) {
        const float expected = alpha * x[i] + y[i];
        wrong += got[i] != expected;
        expected_dot += x[i] * expected;
    }
    wrong += !(std::fabs(dot - expected_dot) <= 1e-5 * std::fabs(expected_dot));
    CUDA_CHECK(cudaFree(d_x));
    CUDA_CHECK(cudaFree(d_y));
    CUDA_CHECK(cudaFree(d_dot));
    return wrong;
}

// C = A B^T for `batch` matrices, one after the other in memory; one matrix takes the plain call.
static int check_gemm(cublasHandle_t handle, int m, int n, int k, int batch)
{
    const std::vector<float> a = small_integers(m * k * batch, 11), b = small_integers(n * k * batch, 7);
    std::vector<float> c(m * n * batch);
    const float one = 1.0f, zero = 0.0f;
    float *d_a, *d_b, *d_c;
    CUDA_CHECK(cudaMalloc(&d_a, a.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_b, b.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_c, c.size() * sizeof(float)));
    CUBLAS_CHECK(cublasSetMatrix(m, k * batch, sizeof(float), a.data(), m, d_a, m));
    CUBLAS_CHECK(cublasSetMatrix(n, k * batch, sizeof(float), b.data(), n, d_b, n));
    if (batch == 1) {
        CUBLAS_CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, &one, d_a, m, d_b, n, &zero, d_c, m));
    } else {
        CUBLAS_CHECK(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, &one, d_a, m, m * k,
                                               d_b, n, n * k, &zero, d_c, m, m * n, batch));
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    CUBLAS_CHECK(cublasGetMatrix(m, n * batch, sizeof(float), d_c, m, c.data(), m));

    int wrong = 0;
    for (int s = 0; s < batch; ++s)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) {
                double sum = 0;
                for (int l = 0; l < k; ++l)
                    sum += a[(s * k + l) * m + i] * b[(s * k + l) * n + j];
                wrong += c[(s * n + j) * m + i] != float(sum);
            }
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    return wrong;
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 64;
    cublasHandle_t handle;
    cudaStream_t stream;
    CUBLAS_CHECK(cublasCreate(&handle));
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUBLAS_CHECK(cublasSetStream(handle, stream));

    const int vectors = check_level1(handle, 10 * n);
    const int product = check_gemm(handle, n, n + 3, n - 5, 1);
    const int batch = check_gemm(handle, 8, 6, 5, 4);

    CUBLAS_CHECK(cublasDestroy(handle));
    CUDA_CHECK(cudaStreamDestroy(stream));
    const bool pass = vectors + product + batch == 0;
    printf("%s cublas_saxpy_gemm n=%d: wrong values %d (vectors), %d (product), %d (batch)\n",
           pass ? "PASS" : "FAIL", n, vectors, product, batch);
    return pass ? 0 : 1;
}
