#include <cuda_runtime.h>

// <stdint.h> has other types by these names.
typedef char uint8_t;
extern "C" {
typedef unsigned long long int uint64_t;
}

// The same types, and types of others.
typedef unsigned uint32_t;
typedef long signed int int64_t;
struct Own { typedef char int8_t; int8_t value; };

__global__ void kernel(uint8_t *a, uint64_t n, uint32_t m) { a[threadIdx.x] = n + m; }

int main() {
  kernel<<<1, 32>>>(nullptr, 1, 2);
  return Own{0}.value + (int64_t)0;
}
