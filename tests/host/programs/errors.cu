// The errors that CUDA documents for wrong uses of its API, and when they are forgotten.
// want: copy beyond an allocation: 1 1 1 0
// want: copy in no direction: 21
// want: fill beyond an allocation: 1
// want: too large an allocation: 2
// want: memory of the host freed as the device's: 1
// want: memory of the device freed as the host's: 1
// want: freed twice: 0 1
// want: block of 1025: 9 9 0
// want: empty grid: 9
// want: too much shared memory: 1
// want: copy of rows wider than their pitch: 12
// want: memory not registered: 713
// want: no such device: 101
// want: time of an event without a clock: 400
// want: time of an event never recorded: 400
// want: heap known: 0 1
// want: behind all: 0
#include <cstdio>
#include <cuda_runtime.h>

__global__ void nothing() {}

int main() {
  int *d, *h, *twice;
  void* large;
  cudaMalloc(&d, 64);
  cudaMalloc(&twice, 64);
  cudaMallocHost(&h, 128);
  int first = cudaMemcpy(d, h, 68, cudaMemcpyHostToDevice), peeked = cudaPeekAtLastError(), got = cudaGetLastError();
  printf("copy beyond an allocation: %d %d %d %d\n", first, peeked, got, cudaGetLastError());
  printf("copy in no direction: %d\n", cudaMemcpy(d, h, 4, (cudaMemcpyKind)9));
  printf("fill beyond an allocation: %d\n", cudaMemset(d, 0, 65));
  printf("too large an allocation: %d\n", cudaMalloc(&large, (size_t)1 << 50));
  printf("memory of the host freed as the device's: %d\n", cudaFree(h));
  printf("memory of the device freed as the host's: %d\n", cudaFreeHost(d));
  first = cudaFree(twice);
  printf("freed twice: %d %d\n", first, cudaFree(twice));
  cudaGetLastError();
  nothing<<<1, 1025>>>();
  peeked = cudaPeekAtLastError(), got = cudaGetLastError();
  printf("block of 1025: %d %d %d\n", peeked, got, cudaGetLastError());
  nothing<<<0, 32>>>();
  printf("empty grid: %d\n", cudaGetLastError());
  nothing<<<1, 32, 1 << 20>>>();
  printf("too much shared memory: %d\n", cudaGetLastError());
  printf("copy of rows wider than their pitch: %d\n", cudaMemcpy2D(d, 8, h, 16, 12, 2, cudaMemcpyHostToDevice));
  printf("memory not registered: %d\n", cudaHostUnregister(&first));
  printf("no such device: %d\n", cudaSetDevice(99));
  cudaEvent_t a, b, without;
  float time;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  cudaEventCreateWithFlags(&without, cudaEventDisableTiming);
  cudaEventRecord(a);
  cudaEventRecord(without);
  printf("time of an event without a clock: %d\n", cudaEventElapsedTime(&time, a, without));
  printf("time of an event never recorded: %d\n", cudaEventElapsedTime(&time, a, b));
  size_t size;
  first = cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize);
  printf("heap known: %d %d\n", first, size > 0);
  cudaGetLastError();
  printf("behind all: %d\n", cudaDeviceSynchronize());
}
