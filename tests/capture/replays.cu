// Kernels whose launches tests/capture/test_replays.py makes up: their captures are arrays, and no program ran.
#include <cstdio>
#include <cuda_fp16.h>

__constant__ float coefficients[4];
__device__ unsigned calls;
extern "C" int host_library(int);  // nobody defines it: host code does not run

template <typename T>
__global__ void saxpy(T* y, const T* x, T a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

static __global__ void polynomial(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) calls += 1;
  if (i < n) out[i] = ((coefficients[3] * in[i] + coefficients[2]) * in[i] + coefficients[1]) * in[i] + coefficients[0];
}

namespace lists {
namespace {
struct Node {
  Node* next;
  int value;
  int sum;
};
__global__ void sums(Node* head) {
  int sum = 0;
  for (Node* n = head; n; n = n->next) n->sum = sum += n->value;
}
}  // namespace
}  // namespace lists

__global__ void reversed(int* data) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

__global__ void overloaded(int* out) { out[threadIdx.x] = 1; }
__global__ void overloaded(float* out) { out[threadIdx.x] = 2; }

struct Body {
  float3 at;
  float mass[1];
};
__global__ void moved(Body* bodies, float by) { bodies[threadIdx.x].at.y += by; }

struct Particle {
  bool is_alive;
  double energy;
  int number;
  float at[2];
};
struct Cloud {
  int count;
  Particle* all;
  float* heights;
};
__global__ void fallen(Cloud cloud, float by) {
  Particle& p = cloud.all[threadIdx.x];
  p.at[1] -= by;
  p.energy += by;
  p.number += 1;
  if (threadIdx.x < cloud.count) cloud.heights[threadIdx.x] = p.at[1] * p.at[1];
}

__global__ void halves(__half* out, const __half* in) { out[threadIdx.x] = __float2half(__half2float(in[threadIdx.x]) * 2.0f); }

// Slots in the order of arrival.
__global__ void kept(int* out, int* count, const int* in) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (v % 2) out[atomicAdd(count, 1)] = v;
}

// A table of the user's has HIP's fmaxf for fminf.
__global__ void smaller(float* a, const float* b) { a[threadIdx.x] = fminf(a[threadIdx.x], b[threadIdx.x]); }

__constant__ const int fixed[2] = {3, 4};
__global__ void with_fixed(int* a) { a[threadIdx.x] = fixed[threadIdx.x % 2]; }

__device__ int shifted(int value);  // of another unit, which has a variable for it
__global__ void shift(int* a) { a[threadIdx.x] = shifted(a[threadIdx.x]); }

__global__ void beyond(int* a, const int* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) a[i] = b[i];
}

// Objects as arguments, in memory, and a reference, which no capture holds.
texture<float, 1> bound;
struct Images {
  cudaTextureObject_t bytes;
  cudaSurfaceObject_t drawn;
};
__global__ void sampled(float* out, cudaTextureObject_t plane, const Images* others) {
  float2 at = tex2D<float2>(plane, threadIdx.x + 0.5f, 1.0f);
  float found = at.x + at.y + tex1Dfetch<float>(others->bytes, threadIdx.x);
  out[threadIdx.x] = found;
  surf2Dwrite(found, others->drawn, (int)threadIdx.x * 4, 1);
}
__global__ void by_reference(float* out) { out[threadIdx.x] = tex1Dfetch(bound, threadIdx.x); }

__global__ void endless(volatile int* flag) {
  while (*flag) {
  }
}

int main() {
  std::printf("%d\n", host_library(1));
  saxpy<float><<<1, 256>>>(nullptr, nullptr, 1.0f, 0);
  polynomial<<<1, 32>>>(nullptr, nullptr, 0);
  lists::sums<<<1, 1>>>(nullptr);
  return 1;
}
