// Loops with a name in common: in one it holds a row of a warp's lanes, in the other threads of the whole block.
#include <hip/hip_runtime.h>
__global__ void counted(const unsigned char *keys, int n, int *sums) {
  __shared__ int counts[256][32];
  for (int i = threadIdx.y; i < 256; i += blockDim.y) counts[i][threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.y * 32 + threadIdx.x; i < n; i += blockDim.x * blockDim.y)
    atomicAdd(&counts[keys[i]][threadIdx.x], 1);
  __syncthreads();
  for (int i = threadIdx.y; i < 256; i += blockDim.y) {
    for (int j = 16; j > 0; j >>= 1)
      if (j > threadIdx.x) counts[i][threadIdx.x] += counts[i][j + threadIdx.x];  // want [warp-synchronous] exchange values through 'counts'
    __syncthreads();
  }
  if (threadIdx.y < 8) sums[threadIdx.y * 32 + threadIdx.x] = counts[threadIdx.y * 32 + threadIdx.x][0];
}

// One name that holds the same in both loops: a lane's own elements.
__global__ __launch_bounds__(32) void own(const int *in, int *out) {
  __shared__ int part[64];
  for (int i = threadIdx.x; i < 64; i += 32) part[i] = in[i];
  for (int i = threadIdx.x; i < 64; i += 32) out[i] = part[i];
}

void run(const int *in, int *out) { own<<<1, 32>>>(in, out); }
