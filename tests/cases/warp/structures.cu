// Exchanges through members of structures in shared memory.
#include <cuda_runtime.h>

struct Tile {
  int count;
  float v[8][32];
  float w[256];
};

__global__ void by_member(const float *in, float *out) {
  __shared__ Tile s;
  const int x = threadIdx.x, y = threadIdx.y;
  s.v[y][x] = in[32 * y + x];
  out[32 * y + x] = s.v[y][x ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__global__ void by_pointer(const float *in, float *out) {
  __shared__ Tile s;
  Tile *p = &s;
  const int x = threadIdx.x, y = threadIdx.y;
  p->v[y][x] = in[32 * y + x];
  out[32 * y + x] = p->v[y][31 - x]; // want [warp-synchronous] through 's' with no barrier
}

__global__ void by_reference(const float *in, float *out) {
  __shared__ Tile s;
  Tile &same = s;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  same.v[warp][lane] = in[threadIdx.x];
  s.w[threadIdx.x] = same.v[warp][lane ^ 8]; // want [warp-synchronous] through 's' with no barrier
  out[threadIdx.x] = s.w[threadIdx.x];
}

__global__ void rows_of_member(const float *in, float *out) {
  __shared__ Tile s;
  const int x = threadIdx.x, y = threadIdx.y;
  float (*rows)[32] = s.v;
  rows[y][x] = in[32 * y + x];
  out[32 * y + x] = rows[y][x ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__global__ void row_of_member(const float *in, float *out) {
  __shared__ Tile s;
  const int x = threadIdx.x, y = threadIdx.y;
  float *p = s.v[y];
  p[x] = in[32 * y + x];
  out[32 * y + x] = p[x ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__global__ void of_array(const float *in, float *out) {
  __shared__ Tile s[2];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  Tile *p = &s[1];
  p->v[warp][lane] = in[threadIdx.x];
  out[threadIdx.x] = p->v[warp][lane ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__global__ void dynamic(const float *in, float *out) {
  extern __shared__ char raw[];
  Tile *s = reinterpret_cast<Tile *>(raw);
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  s->v[warp][lane] = in[threadIdx.x];
  out[threadIdx.x] = s->v[warp][lane ^ 1]; // want [warp-synchronous] through 'raw' with no barrier
}

__global__ void dynamic_reference(const float *in, float *out) {
  extern __shared__ char raw[];
  Tile &s = *reinterpret_cast<Tile *>(raw);
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  s.v[warp][lane] = in[threadIdx.x];
  out[threadIdx.x] = s.v[warp][lane ^ 1]; // want [warp-synchronous] through 'raw' with no barrier
}

__global__ void reduces(float *out) {
  __shared__ Tile s;
  const int t = threadIdx.x;
  s.w[t] = out[t];
  __syncthreads();
  if (t < 32) {
    s.w[t] += s.w[t + 32];
    s.w[t] += s.w[t + 16]; // want [warp-synchronous] through 's' with no barrier
  }
  if (t == 0) out[0] = s.w[0];
}

// With barriers between, of different members, and of the thread's own elements.
__global__ void waits(const float *in, float *out) {
  __shared__ Tile s;
  const int x = threadIdx.x, y = threadIdx.y;
  s.v[y][x] = in[x];
  __syncwarp();
  out[x] = s.v[y][x ^ 1];
  __syncthreads();
  Tile *p = &s;
  p->v[y][x] = in[x];
  __syncthreads();
  out[x] += p->v[y][31 - x];
}

__global__ void apart(const float *in, float *out) {
  __shared__ Tile s;
  const int x = threadIdx.x, y = threadIdx.y;
  s.w[32 * y + x] = in[x];
  __syncwarp();
  s.v[y][x] = s.w[32 * y + (x ^ 1)];
  Tile *p = &s;
  p->v[y][x] += 1;
  out[x] = s.v[y][x] + p->v[y][x];
}

// Structures of the thread's own.
__global__ void own(const float *in, float *out) {
  Tile mine;
  const int x = threadIdx.x, y = threadIdx.y;
  mine.v[y][x] = in[x];
  out[x] = mine.v[y][x ^ 1];
}

int main() {
  float *out;
  cudaMalloc(&out, 4096);
  by_member<<<1, dim3(32, 8)>>>(out, out);
  by_pointer<<<1, dim3(32, 8)>>>(out, out);
  by_reference<<<1, 256>>>(out, out);
  rows_of_member<<<1, dim3(32, 8)>>>(out, out);
  row_of_member<<<1, dim3(32, 8)>>>(out, out);
  of_array<<<1, 256>>>(out, out);
  dynamic<<<1, 256, sizeof(Tile)>>>(out, out);
  dynamic_reference<<<1, 256, sizeof(Tile)>>>(out, out);
  reduces<<<1, 256>>>(out);
  waits<<<1, dim3(32, 8)>>>(out, out);
  apart<<<1, dim3(32, 8)>>>(out, out);
  own<<<1, dim3(32, 8)>>>(out, out);
}
