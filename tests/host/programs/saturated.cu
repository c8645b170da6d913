// Results that both machines define and an x86 processor does not: conversions out of range, INT_MIN / -1.
// want: 2147483647 -5 -2147483648 -2147483648 0 88
// want: -2147483648 -5 -2147483648 3
// want: 2147483647 4294967295 -5
// want: 0 4294967295 4464 25536
// want: -9223372036854775808 0 10000000000
#include <cuda_runtime.h>

#include <cstdio>

constexpr __host__ __device__ long long widened(float x) { return (long long)x; }

template <class T>
struct Held {
  T value;
  __device__ operator T() const { return value; }
};

__global__ void compute(int *out, unsigned *natural, short *small, const float *f, const int *n, long long *wide) {
  out[0] = (int)f[0], out[1] = f[1], out[2] = int(f[2] * 2);
  natural[0] = (unsigned)floorf(f[1]), natural[1] = f[0];
  small[0] = (short)f[3], small[1] = f[4];
  out[3] = n[0] / n[1], out[4] = n[0] % n[1];
  wide[0] = ((long long)n[0] << 32) / n[1], wide[1] = ((long long)n[0] << 32) % n[1], wide[2] = widened(f[0]);
  signed char c = f[5];
  out[5] = c * 2;
  for (int i = 0; i < 4; ++i) out[6 + i] = n[2 + i] / n[6 + i];
  Held<float> large = {f[0]}, small_one = {f[1]};
  out[10] = (int)large, out[11] = (unsigned)large, out[12] = small_one;
}

template <typename T, int N>
struct Both {
  T host[N], *device;
  Both() { cudaMalloc(&device, sizeof host); }
  void up() { cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice); }
  void down() { cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost); }
};

int main() {
  const int least = -2147483647 - 1, numbers[] = {least, -1, least, 5, least, 7, -1, -1, 1, 2};
  const float reals[] = {1e10f, -5.5f, -1e20f, 70000.0f, -40000.0f, 300.0f};
  Both<float, 6> f;
  Both<int, 10> n;
  Both<int, 13> out;
  Both<unsigned, 2> natural;
  Both<short, 2> small;
  Both<long long, 3> wide;
  for (int i = 0; i < 10; ++i) n.host[i] = numbers[i];
  for (int i = 0; i < 6; ++i) f.host[i] = reals[i];
  f.up(), n.up();
  compute<<<1, 1>>>(out.device, natural.device, small.device, f.device, n.device, wide.device);
  out.down(), natural.down(), small.down(), wide.down();
  for (int i = 0; i < 6; ++i) printf("%d%c", out.host[i], i < 5 ? ' ' : '\n');
  for (int i = 6; i < 10; ++i) printf("%d%c", out.host[i], i < 9 ? ' ' : '\n');
  printf("%d %u %d\n", out.host[10], (unsigned)out.host[11], out.host[12]);
  printf("%u %u %d %d\n", natural.host[0], natural.host[1], small.host[0], small.host[1]);
  printf("%lld %lld %lld\n", wide.host[0], wide.host[1], wide.host[2]);
}
