// Each warp has 32 elements of a flat array: the thread's index is its warp's times 32 and its lane.
#include <cuda_runtime.h>

__global__ void masked(float* o, const float* v, const int* p) {
  __shared__ float s[256];
  int t = threadIdx.x, w = t & ~31;
  s[t] = v[t];
  o[t] = s[w + p[t]];
}
__global__ void times(float* o, const float* v, const int* p) {
  __shared__ float s[256];
  int t = threadIdx.x, w = t / 32;
  s[w * 32 + p[t]] = v[t];
  o[t] = s[t];
}
__global__ void leader(float* o, const float* v) {
  __shared__ float s[256];
  int t = threadIdx.x, l = t % 32;
  s[t] = v[t];
  o[t] = s[t - l];
}
__global__ void shifted(float* o, const float* v) {
  __shared__ float s[256];
  int t = threadIdx.x, w = t >> 5 << 5;
  s[t] = v[t];
  float x = 0;
  for (int i = 0; i < 32; i++) x += s[w + i];
  o[t] = x;
}
__global__ void few(float* o, const float* v) {
  __shared__ float s[256];
  int t = threadIdx.x, w = t & 0xe0;
  s[t] = v[t];
  float x = 0;
  for (int i = 0; i < 32; i++) x += s[i + w];
  o[t] = x;
}
__global__ void counted(float* o, const float* v) {
  __shared__ float s[256];
  int t = threadIdx.x, w = t / 32;
  s[t] = v[t];
  float x = 0;
  for (int i = w * 32; i < w * 32 + 32; i++) x += s[i];
  o[t] = x;
}
// Each thread has its own element.
__global__ void own(float* o, const float* v) {
  __shared__ float s[256];
  int t = threadIdx.x, w = t / 32, l = t & 31, first = t & ~31;
  s[t] = v[t];
  o[t] = s[w * 32 + l] + s[first + l];
}
__global__ void synchronised(float* o, const float* v, const int* p) {
  __shared__ float s[256];
  int t = threadIdx.x, w = t / 32;
  s[t] = v[t];
  __syncwarp();
  o[t] = s[w * 32 + p[t]];
  __syncthreads();
  s[t] = o[t];
  __syncthreads();
  o[t] = s[w];
}
// This is t.
__global__ void others(float* o, const float* v) {
  __shared__ float s[256];
  int t = threadIdx.x, q = 32 * t / 32;
  s[t] = v[t];
  o[t] = s[q];
}
void run(float* o, float* v, int* p) {
  masked<<<4, 256>>>(o, v, p);
  own<<<4, 256>>>(o, v);
  others<<<4, 256>>>(o, v);
}
