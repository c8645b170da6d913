// The symbol argument of a copy is wrapped; where it was a string, as before CUDA 5, it becomes the name.
#include <hip/hip_runtime.h>

__constant__ float coefficients[16];
__device__ int counter, table[4][8];
struct Pair {
  float x, y;
};
__constant__ Pair pairs[2];

#define COPY(symbol, from) hipMemcpyToSymbol(HIP_SYMBOL(symbol), from, sizeof(symbol))

template <typename T>
void load(T &symbol, const T &value) {
  hipMemcpyToSymbol(HIP_SYMBOL(symbol), &value, sizeof(T));
}

void run(const float *host, int *back) {
  hipMemcpyToSymbol(HIP_SYMBOL(coefficients), host, sizeof(coefficients));
  hipMemcpyToSymbol( HIP_SYMBOL(coefficients) , host, 16, 8, hipMemcpyHostToDevice);
  hipMemcpyToSymbol(HIP_SYMBOL(coefficients), host, 16);
  hipMemcpyFromSymbol(back, HIP_SYMBOL(counter), sizeof(int));
  hipMemcpyFromSymbolAsync(back, HIP_SYMBOL(table), 4, 0, hipMemcpyDeviceToHost, 0);
  COPY(pairs, host);
  void *address;
  hipGetSymbolAddress(&address, HIP_SYMBOL(counter));
  size_t size;
  hipGetSymbolSize(&size, HIP_SYMBOL(table));
}
