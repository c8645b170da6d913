// Where the type is written, and among arithmetic, a member of an index stays as it is.
#include <cuda_runtime.h>

#define INDEX(extent) ((extent) * blockIdx.x + threadIdx.x)
#define TX threadIdx.x

__device__ float scaled(int at, float by) { return at * by; }
__device__ int own() { return threadIdx.x; }
__device__ auto written() -> int { return threadIdx.x; }

struct Grid {
  int at;
  __device__ explicit Grid(int at) : at(at) {}
  __device__ int moved(int by) const { return at + by; }
};

__global__ void written_types(int* out, float* values, int n) {
  int tid = threadIdx.x, bid = blockIdx.x;
  unsigned const wide = blockDim.x;
  if (threadIdx.x == 0 && (blockIdx.x)) out[0] = TX;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = INDEX(blockDim.x);
  out[TX] = static_cast<int>(threadIdx.x) + int(threadIdx.y) + (int)threadIdx.z;
  values[threadIdx.x] = scaled(threadIdx.x, 2.0f) + __uint2float_rn(threadIdx.x) + own() + written();
  atomicAdd(&out[1], threadIdx.x);
  auto sum = threadIdx.x + 1;
  auto* place = &out[threadIdx.x];
  Grid grid(threadIdx.x);
  int pair[2] = {0, grid.moved(threadIdx.x)};
  dim3 where(threadIdx.x, threadIdx.y);
  tid = bid ? sum + threadIdx.x : wide;
  auto in_lambda = [=]() -> unsigned { return threadIdx.x; };
  *place = tid + pair[1] + where.x + in_lambda();
}
