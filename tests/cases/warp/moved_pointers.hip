// Exchanges through pointers that are moved, or that begin inside of the array.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_votes.h"

__global__ __launch_bounds__(32) void moved(int *out) {
  __shared__ int s[64];
  int l = threadIdx.x;
  volatile int *p = s;
  p[l] = 0; warp32::in_step();
  p += 16;
  p[l] = out[l]; warp32::in_step();
  { const auto neighbour = p[l - 1]; warp32::in_step(); p[l] = p[l] + neighbour; warp32::in_step(); }
  { const auto neighbour = p[l - 2]; warp32::in_step(); p[l] = p[l] + neighbour; warp32::in_step(); }
  out[l] = p[l];
}

__global__ __launch_bounds__(32) void neighbours_in_turn(int *out) {
  __shared__ int s[64];
  int l = threadIdx.x;
  volatile int *p = s;
  p[l] = out[l]; warp32::in_step();
  p++;
  out[l] = p[l];
}

__global__ __launch_bounds__(32) void begins_inside(int *out) {
  __shared__ volatile int s[64];
  int l = threadIdx.x;
  s[l] = 0; warp32::in_step();
  volatile int *p = s + 16;
  p[l] = out[l]; warp32::in_step();
  { const auto neighbour = p[l - 1]; warp32::in_step(); p[l] += neighbour; warp32::in_step(); }
  out[l] = p[l];
}

__global__ __launch_bounds__(32) void of_own_element(int *out) {
  __shared__ volatile int s[64];
  volatile int *p = &s[16 + threadIdx.x];
  p[0] = out[threadIdx.x]; warp32::in_step();
  { const auto neighbour = p[-1]; warp32::in_step(); p[0] += neighbour; warp32::in_step(); }
  out[threadIdx.x] = p[0];
}

__global__ __launch_bounds__(32) void by_stars(int *out) {
  __shared__ volatile int s[64];
  volatile int *p = &s[16 + threadIdx.x];
  *p = out[threadIdx.x];
  *p = *p + *(p - 1); // want [warp-synchronous] through 's' with no barrier
  out[threadIdx.x] = *p;
}

// Its own element alone.
__global__ __launch_bounds__(32) void alone(int *out) {
  __shared__ volatile int s[64];
  volatile int *p = s + threadIdx.x;
  *p = out[threadIdx.x];
  *p += 2 * threadIdx.x;
  out[threadIdx.x] = *p;
}

// A pointer to a row of an array of arrays, by which each warp reduces its own.
__global__ __launch_bounds__(256) void by_rows(int *out) {
  __shared__ int s[8][32];
  int l = threadIdx.x, w = threadIdx.y;
  s[w][l] = out[32 * w + l];
  __syncthreads();
  int *row = s[w];
  if (l < 16) row[l] = row[l] + row[l + 16]; warp32::in_step();
  if (l < 8) row[l] = row[l] + row[l + 8]; warp32::in_step(); // want [warp-synchronous] through 's' with no barrier
  if (l < 1) out[w] = row[0];
}

// Pointers that an array holds point elsewhere.
__global__ __launch_bounds__(32) void elements(int *out) {
  __shared__ int *s[32];
  int l = threadIdx.x;
  s[l] = out + 32 * l;
  int *own = s[l];
  if (l < 16) own[l] = own[l] + own[l + 16];
  if (l < 8) own[l] = own[l] + own[l + 8];
}

int main() {
  int *out;
  hipMalloc(&out, 1024);
  moved<<<1, 32>>>(out);
  neighbours_in_turn<<<1, 32>>>(out);
  begins_inside<<<1, 32>>>(out);
  of_own_element<<<1, 32>>>(out);
  by_stars<<<1, 32>>>(out);
  alone<<<1, 32>>>(out);
  by_rows<<<1, dim3(32, 8)>>>(out);
  elements<<<1, 32>>>(out);
}
