// Random numbers filled into device memory by the host API of cuRAND.
//
// Exercises: curandCreateGenerator, seeds and offsets, uniform, normal and integer distributions,
// reproducibility of a stream, status checks.
//
// Usage: curand_host [count]           count is even; link with -lcurand

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>
#include <curand.h>

#define CUDA_CALL(x) do { if ((x) != cudaSuccess) {                  \
    printf("Error at %s:%d\n", __FILE__, __LINE__);                  \
    return EXIT_FAILURE; } } while (0)
#define CURAND_CALL(x) do { if ((x) != CURAND_STATUS_SUCCESS) {      \
    printf("Error at %s:%d\n", __FILE__, __LINE__);                  \
    return EXIT_FAILURE; } } while (0)

template <typename T>
static void moments(const std::vector<T>& v, double scale, double& mean, double& variance)
{
    mean = variance = 0;
    for (T x : v)
        mean += x * scale / v.size();
    for (T x : v)
        variance += (x * scale - mean) * (x * scale - mean) / v.size();
}

static bool near(double value, double expected, double tolerance)
{
    return std::fabs(value - expected) < tolerance;
}

int main(int argc, char** argv)
{
    const size_t n = argc > 1 ? atoi(argv[1]) : 10000;
    const double slack = 10 / std::sqrt(double(n));
    std::vector<float> uniform(n), normal(n), again(n);
    std::vector<unsigned int> bits(n);
    float* d_values;
    unsigned int* d_bits;
    CUDA_CALL(cudaMalloc((void**)&d_values, n * sizeof(float)));
    CUDA_CALL(cudaMalloc((void**)&d_bits, n * sizeof(unsigned int)));

    curandGenerator_t generator;
    CURAND_CALL(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    CURAND_CALL(curandSetPseudoRandomGeneratorSeed(generator, 42ULL));
    CURAND_CALL(curandGenerateUniform(generator, d_values, n));
    CUDA_CALL(cudaMemcpy(uniform.data(), d_values, n * sizeof(float), cudaMemcpyDeviceToHost));
    CURAND_CALL(curandGenerateNormal(generator, d_values, n, 3.0f, 2.0f));
    CUDA_CALL(cudaMemcpy(normal.data(), d_values, n * sizeof(float), cudaMemcpyDeviceToHost));
    CURAND_CALL(curandGenerate(generator, d_bits, n));
    CUDA_CALL(cudaMemcpy(bits.data(), d_bits, n * sizeof(unsigned int), cudaMemcpyDeviceToHost));

    CURAND_CALL(curandSetPseudoRandomGeneratorSeed(generator, 42ULL));
    CURAND_CALL(curandSetGeneratorOffset(generator, 0));
    CURAND_CALL(curandGenerateUniform(generator, d_values, n));
    CUDA_CALL(cudaMemcpy(again.data(), d_values, n * sizeof(float), cudaMemcpyDeviceToHost));
    CURAND_CALL(curandDestroyGenerator(generator));
    CUDA_CALL(cudaFree(d_values));
    CUDA_CALL(cudaFree(d_bits));

    double mean[3], variance[3];
    moments(uniform, 1.0, mean[0], variance[0]);
    moments(normal, 1.0, mean[1], variance[1]);
    moments(bits, std::ldexp(1.0, -32), mean[2], variance[2]);
    bool in_range = true;
    for (float u : uniform)
        in_range = in_range && u >= 0.0f && u <= 1.0f;
    const bool pass = in_range && uniform == again
        && near(mean[0], 0.5, slack) && near(variance[0], 1.0 / 12, slack)
        && near(mean[1], 3.0, 2 * slack) && near(variance[1], 4.0, 8 * slack)
        && near(mean[2], 0.5, slack) && near(variance[2], 1.0 / 12, slack);
    printf("%s curand_host %zu values: means %.3f %.3f %.3f, %s\n", pass ? "PASS" : "FAIL", n,
           mean[0], mean[1], mean[2], uniform == again ? "reproducible" : "not reproducible");
    return pass ? EXIT_SUCCESS : EXIT_FAILURE;
}
