// Sums and differences of device addresses: a char* becomes HIP's pointer by itself, in C and in C++.
#include <cuda.h>

struct Block {
  CUdeviceptr at;
  size_t size;
  CUdeviceptr end() const { return at + size; }
};
template <typename T> struct Array {
  CUdeviceptr data;
  CUdeviceptr element(size_t i) { return data + i * sizeof(T); }
};
#define CHECK(call) do { if ((call) != CUDA_SUCCESS) return; } while (0)
#define NEXT(p, n) ((p) + (n))

void sums(CUdeviceptr base, size_t n, void *host) {
  CUdeviceptr second = base + 4 * n, list[2] = {0, n + base};
  second += n;
  second -= n + 1;
  list[1] += 4;
  Block b = {base + 1, n};
  CHECK(cuMemcpyHtoD(base + n, host, n));
  CHECK(cuMemsetD8(NEXT(base, n), 0, b.end() - base));
  float *typed = (float *)(base + n);
  for (CUdeviceptr p = base; p < base + n; p += sizeof(*typed)) cuMemsetD32(p, 0, 1);
  second = n ? base + n : base;
}
