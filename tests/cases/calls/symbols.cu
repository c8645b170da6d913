// The symbol argument of a copy is wrapped; where it was a string, as before CUDA 5, it becomes the name.
#include <cuda_runtime.h>

__constant__ float coefficients[16];
__device__ int counter, table[4][8];
struct Pair {
  float x, y;
};
__constant__ Pair pairs[2];

#define COPY(symbol, from) cudaMemcpyToSymbol(symbol, from, sizeof(symbol))

template <typename T>
void load(T &symbol, const T &value) {
  cudaMemcpyToSymbol(symbol, &value, sizeof(T));
}

void run(const float *host, int *back) {
  cudaMemcpyToSymbol(coefficients, host, sizeof(coefficients));
  cudaMemcpyToSymbol( coefficients , host, 16, 8, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol("coefficients", host, 16);
  cudaMemcpyFromSymbol(back, counter, sizeof(int));
  cudaMemcpyFromSymbolAsync(back, table, 4, 0, cudaMemcpyDeviceToHost, 0);
  COPY(pairs, host);
  void *address;
  cudaGetSymbolAddress(&address, counter);
  size_t size;
  cudaGetSymbolSize(&size, table);
}
