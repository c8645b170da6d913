// Generators against published values and plain loops; distributions by their moments.
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

static int failures = 0;
#define EXPECT(got, wanted)                                                                       \
  do {                                                                                            \
    const double g = (got), w = (wanted);                                                         \
    if (g != w) printf("FAIL line %d: %s is %.17g, not %.17g\n", __LINE__, #got, g, w), ++failures; \
  } while (0)
#define NEAR(got, wanted, slack)                                                                        \
  do {                                                                                                  \
    const double g = (got), w = (wanted);                                                               \
    if (!(std::fabs(g - w) < (slack))) printf("FAIL line %d: %s is %.6g, not near %.6g\n", __LINE__, #got, g, w), ++failures; \
  } while (0)

template <typename State>
__global__ void values(unsigned long long seed, unsigned long long subsequence, unsigned long long offset, unsigned* out,
                       int count) {
  State state;
  curand_init(seed, subsequence, offset, &state);
  for (int i = 0; i < count; ++i) out[i] = curand(&state);
}
// The same place of the stream: a subsequence of 2^67 values, by 16 skips of 2^63.
__global__ void skipped(unsigned* out) {
  curandState a, b;
  curand_init(9, 1, 0, &a);
  curand_init(9, 0, 0, &b);
  for (int i = 0; i < 16; ++i) skipahead(1ull << 63, &b);
  for (int i = 0; i < 4; ++i) out[i] = curand(&a), out[4 + i] = curand(&b);
}
__global__ void fours(unsigned* out) {
  curandStatePhilox4_32_10_t a, b;
  curand_init(3, 2, 5, &a);
  curand_init(3, 2, 5, &b);
  const uint4 four = curand4(&a);
  out[0] = four.x, out[1] = four.y, out[2] = four.z, out[3] = four.w;
  for (int i = 0; i < 4; ++i) out[4 + i] = curand(&b);
}
__global__ void deviates(float* normal, double* real, unsigned* few, unsigned* many, float* logs, int count) {
  curandState state;
  curand_init(1, threadIdx.x, 0, &state);
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    normal[i] = curand_normal(&state);
    real[i] = curand_normal_double(&state);
    few[i] = curand_poisson(&state, 2.5);
    many[i] = curand_poisson(&state, 400.0);
    logs[i] = curand_log_normal(&state, 0.5f, 0.25f);
  }
}

template <typename T>
static void moments(const T* v, int count, double mean, double variance, int line) {
  double sum = 0, squares = 0;
  for (int i = 0; i < count; ++i) sum += v[i];
  for (int i = 0; i < count; ++i) squares += (v[i] - sum / count) * (v[i] - sum / count);
  const double slack = 6 * std::sqrt(variance / count);
  if (std::fabs(sum / count - mean) > slack || std::fabs(squares / count / variance - 1) > 0.1)
    printf("FAIL line %d: mean %.4f, variance %.4f\n", line, sum / count, squares / count), ++failures;
}

int main() {
  const int count = 20000;
  unsigned *out, *few, *many;
  float *normal, *logs;
  double* real;
  cudaMallocManaged(&out, count * 4);
  cudaMallocManaged(&few, count * 4);
  cudaMallocManaged(&many, count * 4);
  cudaMallocManaged(&normal, count * 4);
  cudaMallocManaged(&logs, count * 4);
  cudaMallocManaged(&real, count * 8);
  const auto run = [&] { EXPECT(cudaDeviceSynchronize(), cudaSuccess); };

  values<curandStatePhilox4_32_10_t><<<1, 1>>>(0, 0, 0, out, 4);  // counter and key of zeros: its authors' vector
  run();
  const unsigned philox[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  for (int i = 0; i < 4; ++i) EXPECT(out[i], philox[i]);
  fours<<<1, 1>>>(out);
  run();
  for (int i = 0; i < 4; ++i) EXPECT(out[i], out[4 + i]);
  values<curandStatePhilox4_32_10_t><<<1, 1>>>(7, 0, 0, out, 12);
  values<curandStatePhilox4_32_10_t><<<1, 1>>>(7, 0, 7, out + 16, 1);
  run();
  EXPECT(out[16], out[7]);

  values<curandStateMRG32k3a_t><<<1, 1>>>(0, 0, 0, out, 10);  // every word of the state is 12345
  run();
  const double mrg[3] = {0.1270111220466, 0.3185275653968, 0.3091860155833};
  for (int i = 0; i < 3; ++i) NEAR(out[i] / 4294967296.0, mrg[i], 1e-9);
  values<curandStateMRG32k3a_t><<<1, 1>>>(0, 0, 9, out + 16, 1);
  run();
  EXPECT(out[16], out[9]);

  values<curandState><<<1, 1>>>(1234, 0, 0, out, 1001);
  values<curandState><<<1, 1>>>(1234, 0, 1000, out + 1001, 1);
  run();
  EXPECT(out[1001], out[1000]);
  // From its own state after five values on, the words less the Weyl sequence follow Marsaglia's recurrence.
  const unsigned weyl = 6615241u + 1099087573u * (1234u ^ 0xaad26b49u) + 2591861531u * 0xf7dcefddu;
  const auto word = [&](int i) { return out[i] - (weyl + 362437u * (i + 1)); };
  for (int i = 5; i < 1000; ++i) {
    const unsigned t = word(i - 5) ^ (word(i - 5) >> 2), v = word(i - 1);
    EXPECT(word(i), (v ^ (v << 4)) ^ (t ^ (t << 1)));
  }
  skipped<<<1, 1>>>(out);
  run();
  for (int i = 0; i < 4; ++i) EXPECT(out[i], out[4 + i]);

  deviates<<<1, 32>>>(normal, real, few, many, logs, count);
  run();
  moments(normal, count, 0, 1, __LINE__);
  moments(real, count, 0, 1, __LINE__);
  moments(few, count, 2.5, 2.5, __LINE__);
  moments(many, count, 400, 400, __LINE__);
  moments(logs, count, std::exp(0.5 + 0.03125), std::exp(1 + 0.0625) * (std::exp(0.0625) - 1), __LINE__);

  curandGenerator_t generator;
  EXPECT(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MT19937), CURAND_STATUS_SUCCESS);
  EXPECT(curandSetPseudoRandomGeneratorSeed(generator, 5489), CURAND_STATUS_SUCCESS);
  EXPECT(curandGenerate(generator, out, 10000), CURAND_STATUS_SUCCESS);
  EXPECT(out[9999], 4123659995u);  // the standard's own check
  EXPECT(curandGeneratePoisson(generator, few, count, 30), CURAND_STATUS_SUCCESS);
  moments(few, count, 30, 30, __LINE__);
  EXPECT(curandGenerateNormalDouble(generator, real, 3, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  EXPECT(curandGenerateUniformDouble(generator, real, count), CURAND_STATUS_SUCCESS);
  moments(real, count, 0.5, 1 / 12.0, __LINE__);
  EXPECT(curandDestroyGenerator(generator), CURAND_STATUS_SUCCESS);
  std::vector<float> host(count);
  EXPECT(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT), CURAND_STATUS_SUCCESS);
  EXPECT(curandGenerateUniform(generator, host.data(), count), CURAND_STATUS_SUCCESS);
  moments(host.data(), count, 0.5, 1 / 12.0, __LINE__);
  EXPECT(curandDestroyGenerator(generator), CURAND_STATUS_SUCCESS);
  printf("%s random: %d wrong\n", failures ? "FAIL" : "PASS", failures);
  return failures != 0;
}
