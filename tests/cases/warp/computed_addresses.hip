// Lanes exchange values by addresses that are computed where they are used, and at indices made of bits.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_votes.h"

__global__ __launch_bounds__(128) void chosen(const float *in, float *out, int b) {
  __shared__ float s[4][32], r[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  (b ? s : r)[w][lane] = in[lane];
  out[lane] = (b ? s : r)[w][lane ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void added(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  *(s[w] + lane) = in[lane];
  out[lane] = *(s[w] + (lane ^ 1)); // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void added_to_an_address(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  *(&s[w][0] + lane) = in[lane];
  out[lane] = *(&s[w][0] + (lane ^ 1)); // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void by_a_reference(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  auto at = [&](int i) -> float & { return s[w][i]; };
  float &mine = at(lane);
  mine = in[lane];
  out[lane] = mine + at(lane ^ 1); // want [warp-synchronous] through 'mine' with no barrier
}

__global__ __launch_bounds__(128) void copied(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  memcpy(&s[w][lane], in + lane, 4);
  out[lane] = s[w][lane ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void cast(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[w][lane] = in[lane];
  out[lane] = *(volatile float *)&s[w][lane ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void by_atomics(const int *in, int *out) {
  __shared__ int s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[w][lane] = 0;
  warp32::syncwarp();
  atomicAdd(&s[w][lane & 7], in[lane]);
  out[lane] = s[w][lane]; // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void flat(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[w][lane] = in[lane];
  out[lane] = ((float *)s)[w * 32 + (lane ^ 1)]; // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void behind_a_comma(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  float x;
  s[w][lane] = in[lane], x = s[w][lane ^ 1]; // want [warp-synchronous] through 's' with no barrier
  out[lane] = x;
}

__global__ __launch_bounds__(128) void of_a_union(const float *in, float *out) {
  __shared__ union {
    float f[4][32];
    int i[4][32];
  } u;
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  u.f[w][lane] = in[lane]; warp32::in_step();
  out[lane] = u.i[w][lane ^ 1]; // want [warp-synchronous] through 'u' with no barrier
}

struct Pair {
  float *a, *b;
};

__global__ __launch_bounds__(128) void bound(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  auto [a, b] = Pair{s[w], s[w]};
  a[lane] = in[lane];
  out[lane] = b[lane ^ 1]; // want [warp-synchronous] through 'a' with no barrier
}

template <class T> struct Memory {
  __device__ operator T *() {
    extern __shared__ char memory[];
    return (T *)memory;
  }
};

__global__ __launch_bounds__(128) void given_by_a_call(const float *in, float *out) {
  float *s = Memory<float>();
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16]; // want [warp-synchronous] through 's' with no barrier
  }
  __syncthreads();
  out[t] = s[0];
}

__device__ float through(Pair *c, float v) {
  int lane = threadIdx.x & 31;
  c->a[lane] = v;
  return c->a[lane ^ 1]; // want [warp-synchronous] through 'c' with no barrier
}

__global__ __launch_bounds__(128) void by_a_pointer(const float *in, float *out) {
  __shared__ float s[4][32];
  Pair c{s[threadIdx.x / 32]};
  out[threadIdx.x] = through(&c, in[threadIdx.x]);
}

__device__ void fill(float *a, float v) { a[threadIdx.x & 31] = v; }
__device__ float turned(const float *a) { return a[(threadIdx.x & 31) ^ 1]; }

__global__ __launch_bounds__(128) void handed_on(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32;
  fill(s[w], in[threadIdx.x]); warp32::in_step();
  out[threadIdx.x] = turned(s[w]); // want [warp-synchronous] through 's' with no barrier
}

__global__ __launch_bounds__(128) void member_handed_on(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32;
  Pair c{s[w]};
  fill(c.a, in[threadIdx.x]);
  out[threadIdx.x] = turned(c.a); // want [warp-synchronous] through 'c' with no barrier
}

__global__ __launch_bounds__(128) void near(const float *in, float *out) {
  __shared__ float s[128], r[128], q[128];
  int t = threadIdx.x, w = t / 32, lane = t - w * 32;
  s[t] = in[t];
  r[w * 32 + lane] = s[t ^ 1]; warp32::in_step(); // want [warp-synchronous] through 's' with no barrier
  q[t] = r[w * 32 + (lane + 1) % 32]; warp32::in_step(); // want [warp-synchronous] through 'r' with no barrier
  out[t] = q[(t & ~31) + (31 - (t & 31))]; // want [warp-synchronous] through 'q' with no barrier
}

__global__ void turned_rows(const float *in, float *out) {
  __shared__ float s[32 * 32];
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++)
    s[(i << 5) + ((i + t) & 31)] = in[i * 32 + t];
  float x = 0;
  for (int i = 0; i < 32; i++)
    x += s[(t << 5) + ((i + t) & 31)]; // want [warp-synchronous] through 's' with no barrier
  out[t] = x;
}

// With barriers, of one lane, or of the thread's own.
__global__ __launch_bounds__(128) void silent(const float *in, float *out, int b) {
  __shared__ float s[4][32], r[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  (b ? s : r)[w][lane] = in[lane];
  out[lane] = (b ? s : r)[w][lane];
  warp32::syncwarp();
  out[lane] += *(s[w] + (lane ^ 1)) + ((float *)r)[w * 32 + (lane ^ 2)];
  warp32::syncwarp();
  fill(s[w], 1);
  warp32::syncwarp();
  out[lane] += turned(s[w]);
  warp32::syncwarp();
  if (lane == 0) {
    s[w][0] = 1;
    s[w][1] = 2;
    out[0] = ((float *)s)[w * 32 + 1] + s[w][b ^ 1];
  }
  __syncthreads();
  atomicAdd(&s[w][lane & 7], 1.0f);
  __syncthreads();
  out[lane] += s[w][lane];
}

int main() {
  float *out;
  hipMalloc(&out, 4096);
  chosen<<<1, 128>>>(out, out, 1);
  added<<<1, 128>>>(out, out);
  added_to_an_address<<<1, 128>>>(out, out);
  by_a_reference<<<1, 128>>>(out, out);
  copied<<<1, 128>>>(out, out);
  cast<<<1, 128>>>(out, out);
  by_atomics<<<1, 128>>>((int *)out, (int *)out);
  flat<<<1, 128>>>(out, out);
  behind_a_comma<<<1, 128>>>(out, out);
  of_a_union<<<1, 128>>>(out, out);
  bound<<<1, 128>>>(out, out);
  given_by_a_call<<<1, 128, 512>>>(out, out);
  by_a_pointer<<<1, 128>>>(out, out);
  handed_on<<<1, 128>>>(out, out);
  member_handed_on<<<1, 128>>>(out, out);
  near<<<1, 128>>>(out, out);
  silent<<<1, 128>>>(out, out, 1);
}
