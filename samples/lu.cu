// Blocked LU decomposition without pivoting, in place: diagonal, perimeter and internal kernels per step.
//
// Exercises: three cooperating kernels, divergent roles inside a block (half of the threads per side),
// triangular loops between barriers, shared tiles reused by a whole block row and column.
//
// The factors are chosen such that float arithmetic is exact.
//
// Usage: lu [n]      n is rounded up to a multiple of the tile edge

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define B 16

#define CHECK(call)                                                                \
    if (cudaError_t status = (call)) {                                             \
        fprintf(stderr, "%s(%d): %s\n", __FILE__, __LINE__, cudaGetErrorName(status)); \
        exit(2);                                                                   \
    }

// The tile at (offset, offset) becomes its own L and U. One block of B threads.
__global__ void lu_diagonal(float *a, int n, int offset)
{
    __shared__ float s[B][B];
    const int t = threadIdx.x;
    float *tile = a + offset * n + offset;

    for (int i = 0; i < B; i++)
        s[i][t] = tile[i * n + t];
    __syncthreads();

    for (int k = 0; k < B - 1; k++) {
        if (t > k) {                            // thread t owns row t
            s[t][k] /= s[k][k];
            for (int j = k + 1; j < B; j++)
                s[t][j] -= s[t][k] * s[k][j];
        }
        __syncthreads();
    }

    for (int i = 0; i < B; i++)
        tile[i * n + t] = s[i][t];
}

// The first B threads solve L X = tile for one tile right of the diagonal, the others X U = tile for one below.
__global__ void lu_perimeter(float *a, int n, int offset)
{
    __shared__ float diagonal[B][B];
    __shared__ float row[B][B];
    __shared__ float column[B][B];
    const int away = (blockIdx.x + 1) * B;
    float *d = a + offset * n + offset;
    float *r = d + away;
    float *c = d + away * n;
    const int t = threadIdx.x % B;
    const bool right = threadIdx.x < B;

    if (right) {
        for (int i = 0; i < B / 2; i++)
            diagonal[i][t] = d[i * n + t];
        for (int i = 0; i < B; i++)
            row[i][t] = r[i * n + t];
    } else {
        for (int i = B / 2; i < B; i++)
            diagonal[i][t] = d[i * n + t];
        for (int i = 0; i < B; i++)
            column[i][t] = c[i * n + t];
    }
    __syncthreads();

    if (right) {
        for (int i = 1; i < B; i++)             // thread t owns column t
            for (int k = 0; k < i; k++)
                row[i][t] -= diagonal[i][k] * row[k][t];
    } else {
        for (int j = 0; j < B; j++) {           // thread t owns row t
            for (int k = 0; k < j; k++)
                column[t][j] -= column[t][k] * diagonal[k][j];
            column[t][j] /= diagonal[j][j];
        }
    }
    __syncthreads();

    if (right)
        for (int i = 1; i < B; i++)
            r[i * n + t] = row[i][t];
    else
        for (int i = 0; i < B; i++)
            c[i * n + t] = column[i][t];
}

// The rest: tile -= L of its block row times U of its block column.
__global__ void lu_internal(float *a, int n, int offset)
{
    __shared__ float l[B][B];
    __shared__ float u[B][B];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = offset + (blockIdx.y + 1) * B + ty;
    const int column = offset + (blockIdx.x + 1) * B + tx;

    l[ty][tx] = a[row * n + offset + tx];
    u[ty][tx] = a[(offset + ty) * n + column];
    __syncthreads();

    float sum = 0;
    for (int k = 0; k < B; k++)
        sum += l[ty][k] * u[k][tx];
    a[row * n + column] -= sum;
}

static void lu_decompose(float *d_a, int n)
{
    for (int offset = 0; offset < n; offset += B) {
        const int rest = (n - offset) / B - 1;
        lu_diagonal<<<1, B>>>(d_a, n, offset);
        if (rest > 0) {
            lu_perimeter<<<rest, 2 * B>>>(d_a, n, offset);
            lu_internal<<<dim3(rest, rest), dim3(B, B)>>>(d_a, n, offset);
        }
    }
    CHECK(cudaGetLastError());
}

// Pseudo-random from {-2, -1, 1, 2}.
static float power_of_two(unsigned seed, int i)
{
    unsigned v = (i + 1) * 2654435761u ^ seed * 40503u;
    v ^= v >> 15;
    v *= 2246822519u;
    return (v >> 20 & 1 ? 2.0f : 1.0f) * (v >> 21 & 1 ? -1.0f : 1.0f);
}

int main(int argc, char **argv)
{
    const int n = ((argc > 1 ? atoi(argv[1]) : 96) + B - 1) / B * B;
    const size_t bytes = size_t(n) * n * sizeof(float);

    // With L_ij = p_i / p_j and U_ij = r_i q_j out of powers of two, every step of the algorithm is exact, and
    // A_ij = p_i q_j (sum of r_k / p_k for k up to min(i, j)). Both factors are known in advance.
    std::vector<float> p(n), q(n), r(n), sum(n);
    for (int i = 0; i < n; i++) {
        p[i] = power_of_two(1, i);
        q[i] = power_of_two(2, i);
        r[i] = power_of_two(3, i);
        sum[i] = (i > 0 ? sum[i - 1] : 0.0f) + r[i] / p[i];
    }
    std::vector<float> a(size_t(n) * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[size_t(i) * n + j] = p[i] * q[j] * sum[std::min(i, j)];

    float *d_a;
    CHECK(cudaMalloc(&d_a, bytes));
    CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
    lu_decompose(d_a, n);
    CHECK(cudaMemcpy(a.data(), d_a, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_a));

    size_t wrong = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            wrong += a[size_t(i) * n + j] != (i > j ? p[i] / p[j] : r[i] * q[j]);
    printf("%s lu %dx%d: %zu entries wrong\n", wrong ? "FAIL" : "PASS", n, n, wrong);
    return wrong ? 1 : 0;
}
