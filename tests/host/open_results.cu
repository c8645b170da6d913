// What C++ leaves open, and NVIDIA's machine defines: shifts by the width and more, conversions out of range.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shifts(unsigned *out, const int *in) {
  int i = threadIdx.x;
  unsigned one = 0x80000001u;
  out[4 * i] = one << in[i];
  out[4 * i + 1] = one >> in[i];
  out[4 * i + 2] = (int)one >> in[i];
  out[4 * i + 3] = 0x80000000u >> __clz(in[i]);
}

__global__ void conversions(long long *wide, unsigned long long *natural, unsigned char *bytes, const double *in) {
  int i = threadIdx.x;
  wide[i] = in[i];
  natural[i] = (unsigned long long)(float)in[i] ? in[i] : 0;
  bytes[i] = in[i];
}

int main() {
  const int counts[] = {0, 31, 32, 33, 255, -1};
  const double numbers[] = {1e30, -1e30, 1e19, -1.5, 300, 3e9};
  int *in; unsigned *out, o[24];
  double *real; long long *wide, w[6]; unsigned long long *natural, n[6]; unsigned char *bytes, b[6];
  cudaMalloc(&in, 64), cudaMalloc(&out, 128), cudaMalloc(&real, 64), cudaMalloc(&wide, 64), cudaMalloc(&natural, 64);
  cudaMalloc(&bytes, 64);
  cudaMemcpy(in, counts, sizeof counts, cudaMemcpyHostToDevice);
  cudaMemcpy(real, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  shifts<<<1, 6>>>(out, in);
  conversions<<<1, 6>>>(wide, natural, bytes, real);
  cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost), cudaMemcpy(w, wide, sizeof w, cudaMemcpyDeviceToHost);
  cudaMemcpy(n, natural, sizeof n, cudaMemcpyDeviceToHost), cudaMemcpy(b, bytes, sizeof b, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 6; i++) printf("%x %x %x %x\n", o[4 * i], o[4 * i + 1], o[4 * i + 2], o[4 * i + 3]);
  for (int i = 0; i < 6; i++) printf("%llx %llx %x\n", w[i], n[i], b[i]);
}
