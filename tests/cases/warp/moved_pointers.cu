// Exchanges through pointers that are moved, or that begin inside of the array.
#include <cuda_runtime.h>

__global__ void moved(int *out) {
  __shared__ int s[64];
  int l = threadIdx.x;
  volatile int *p = s;
  p[l] = 0;
  p += 16;
  p[l] = out[l];
  p[l] = p[l] + p[l - 1];
  p[l] = p[l] + p[l - 2];
  out[l] = p[l];
}

__global__ void neighbours_in_turn(int *out) {
  __shared__ int s[64];
  int l = threadIdx.x;
  volatile int *p = s;
  p[l] = out[l];
  p++;
  out[l] = p[l];
}

__global__ void begins_inside(int *out) {
  __shared__ volatile int s[64];
  int l = threadIdx.x;
  s[l] = 0;
  volatile int *p = s + 16;
  p[l] = out[l];
  p[l] += p[l - 1];
  out[l] = p[l];
}

__global__ void of_own_element(int *out) {
  __shared__ volatile int s[64];
  volatile int *p = &s[16 + threadIdx.x];
  p[0] = out[threadIdx.x];
  p[0] += p[-1];
  out[threadIdx.x] = p[0];
}

__global__ void by_stars(int *out) {
  __shared__ volatile int s[64];
  volatile int *p = &s[16 + threadIdx.x];
  *p = out[threadIdx.x];
  *p = *p + *(p - 1); // want [warp-synchronous] through 's' with no barrier
  out[threadIdx.x] = *p;
}

// Its own element alone.
__global__ void alone(int *out) {
  __shared__ volatile int s[64];
  volatile int *p = s + threadIdx.x;
  *p = out[threadIdx.x];
  *p += 2 * threadIdx.x;
  out[threadIdx.x] = *p;
}

// A pointer to a row of an array of arrays, by which each warp reduces its own.
__global__ void by_rows(int *out) {
  __shared__ int s[8][32];
  int l = threadIdx.x, w = threadIdx.y;
  s[w][l] = out[32 * w + l];
  __syncthreads();
  int *row = s[w];
  if (l < 16) row[l] = row[l] + row[l + 16];
  if (l < 8) row[l] = row[l] + row[l + 8]; // want [warp-synchronous] through 's' with no barrier
  if (l < 1) out[w] = row[0];
}

// Pointers that an array holds point elsewhere.
__global__ void elements(int *out) {
  __shared__ int *s[32];
  int l = threadIdx.x;
  s[l] = out + 32 * l;
  int *own = s[l];
  if (l < 16) own[l] = own[l] + own[l + 16];
  if (l < 8) own[l] = own[l] + own[l + 8];
}

// Rows along x that are warps: the launch says so. A directive stands in front of the loop.
__global__ void of_rows(const int *in, int *out) {
  __shared__ int s[8][32];
  const int x = threadIdx.x, y = threadIdx.y;
#pragma unroll
  for (int b = 0; b < 2; ++b) {
    s[y][x] = in[256 * b + 32 * y + x];
    s[y][x] += s[y][x ^ 16]; // want [warp-synchronous] through 's' with no barrier
    for (int j = 0; j < 32; ++j) out[x] += s[y][j];
  }
}

// References to rows, and to arrays of rows.
__global__ void by_references(const int *in, int *out) {
  __shared__ int s[8][32], two[8][32];
  const int x = threadIdx.x;
  int (&row)[32] = s[threadIdx.y];
  row[x] = in[x];
  row[x] += row[31 - x]; // want [warp-synchronous] through 's' with no barrier
  int (*rows)[32] = two + threadIdx.y;
  (*rows)[x] = row[x];
  out[x] = (*rows)[(x + 1) % 32]; // want [warp-synchronous] through 'two' with no barrier
}

template <class T> __global__ void specialised(T *) {}
template <> __global__ void specialised<int>(int *out) {
  extern __shared__ int given[];
  int *const row = given + threadIdx.y * blockDim.x;
  row[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = row[threadIdx.x ^ 1]; // want [warp-synchronous] through 'given' with no barrier
}

// Each lane has its own columns.
__global__ void own_columns(int *out) {
  __shared__ int s[8][64];
  const int x = threadIdx.x, y = threadIdx.y;
  s[y][x + 32] = out[x];
  s[y][x] = out[x + 32];
  out[x] = s[y][x + 32] - s[y][x];
}

// Lanes read other lanes' elements: by another order of indices, or by what a macro makes of them.
__global__ void transposed(const int *in, int *out) {
  __shared__ int s[4][32][33];
  const int lane = threadIdx.x, warp = threadIdx.y;
  for (int r = 0; r < 32; ++r) s[warp][r][lane] = in[32 * r + lane];
  for (int r = 0; r < 32; ++r) out[32 * r + lane] = s[warp][lane][r]; // want [warp-synchronous] through 's' with no barrier
}
#define AT(y, x) ((y) * 32 + (x))
__global__ void by_macro(const int *in, int *out) {
  __shared__ int s[256], own[512];
  const int x = threadIdx.x, y = threadIdx.y;
  s[AT(y, x)] = in[AT(y, x)];
  out[AT(y, x)] = s[AT(y, (x + 1) & 31)]; // want [warp-synchronous] through 's' with no barrier
  own[AT(x, 0) + 8 * y] = out[x];
  out[x] = own[AT(x, 1) + 8 * y];
}

int main() {
  int *out;
  cudaMalloc(&out, 1024);
  moved<<<1, 32>>>(out);
  neighbours_in_turn<<<1, 32>>>(out);
  begins_inside<<<1, 32>>>(out);
  of_own_element<<<1, 32>>>(out);
  by_stars<<<1, 32>>>(out);
  alone<<<1, 32>>>(out);
  by_rows<<<1, dim3(32, 8)>>>(out);
  elements<<<1, 32>>>(out);
  of_rows<<<1, dim3(32, 8)>>>(out, out);
  by_references<<<1, dim3(32, 8)>>>(out, out);
  specialised<<<1, dim3(32, 8), 1024>>>(out);
  own_columns<<<1, dim3(32, 8)>>>(out);
  transposed<<<1, dim3(32, 4)>>>(out, out);
  by_macro<<<1, dim3(32, 8)>>>(out, out);
}
