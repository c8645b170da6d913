// Lanes and warps by macros and functions of the program's.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_votes.h"

#define LANE_ID (threadIdx.x & 31)
#define WARP_ID (threadIdx.x >> 5)
#define LANE_OF(x) ((x) & 31)

namespace lanes {
__device__ int id() { return threadIdx.x & 31; }
__device__ inline unsigned warp() { return threadIdx.x >> 5; }
} // namespace lanes

__device__ int by_assembly() {
  int l;
  l = warp32::lane_id();
  return l;
}

// Means something else by one name: no lane.
struct Grid {
  __device__ int row() const { return 3; }
};
__device__ int row() { return threadIdx.x & 31; }

__global__ __launch_bounds__(128) void macros(const float *in, float *out) {
  __shared__ float s[4][32];
  s[WARP_ID][LANE_ID] = in[threadIdx.x]; warp32::in_step();
  out[threadIdx.x] = s[WARP_ID][LANE_ID ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void names_of_macros(const float *in, float *out) {
  __shared__ float s[4][32];
  int l = LANE_ID, w = WARP_ID;
  s[w][l] = in[threadIdx.x]; warp32::in_step();
  out[threadIdx.x] = s[w][l ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void macros_with_arguments(const float *in, float *out) {
  __shared__ float s[4][32];
  int l = LANE_OF(threadIdx.x), w = threadIdx.x / 32;
  s[w][l] = in[threadIdx.x]; warp32::in_step();
  out[threadIdx.x] = s[w][l ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void functions(const float *in, float *out) {
  __shared__ float s[4][32];
  s[lanes::warp()][lanes::id()] = in[threadIdx.x]; warp32::in_step();
  out[threadIdx.x] = s[lanes::warp()][31 - lanes::id()]; // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void names_of_functions(const float *in, float *out) {
  __shared__ float s[4][32];
  int l = by_assembly(), w = lanes::warp();
  s[w][l] = in[threadIdx.x]; warp32::in_step();
  out[threadIdx.x] = s[w][l ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void waits(const float *in, float *out, Grid g) {
  __shared__ float s[4][32];
  s[WARP_ID][LANE_ID] = in[threadIdx.x] + row() + g.row();
  warp32::syncwarp();
  out[threadIdx.x] = s[lanes::warp()][31 - lanes::id()];
}

int main() {
  float *out;
  hipMalloc(&out, 4096);
  macros<<<1, 128>>>(out, out);
  names_of_macros<<<1, 128>>>(out, out);
  macros_with_arguments<<<1, 128>>>(out, out);
  functions<<<1, 128>>>(out, out);
  names_of_functions<<<1, 128>>>(out, out);
  waits<<<1, 128>>>(out, out, Grid());
}
