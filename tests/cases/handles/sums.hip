// Sums and differences of device addresses: a char* becomes HIP's pointer by itself, in C and in C++.
#include <hip/hip_runtime.h>

struct Block {
  hipDeviceptr_t at;
  size_t size;
  hipDeviceptr_t end() const { return (char*)at + size; }
};
template <typename T> struct Array {
  hipDeviceptr_t data;
  hipDeviceptr_t element(size_t i) { return (char*)data + i * sizeof(T); }
};
#define CHECK(call) do { if ((call) != hipSuccess) return; } while (0)
#define NEXT(p, n) ((p) + (n))

void sums(hipDeviceptr_t base, size_t n, void *host) {
  hipDeviceptr_t second = (char*)base + 4 * n, list[2] = {0, n + (char*)base};
  second = (char*)second + n;
  second = (char*)second - (n + 1);
  list[1] = (char*)list[1] + 4;
  Block b = {(char*)base + 1, n};
  CHECK(hipMemcpyHtoD((char*)base + n, host, n));
  CHECK(hipMemsetD8(NEXT((char*)base, n), 0, (unsigned long long)b.end() - (unsigned long long)base));
  float *typed = (float *)((char*)base + n);
  for (hipDeviceptr_t p = base; p < (char*)base + n; p = (char*)p + sizeof(*typed)) hipMemsetD32(p, 0, 1);
  second = n ? (char*)base + n : base;
}
