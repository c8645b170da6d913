// Lanes exchange values by paths to shared memory that retarget does not follow.
#include <cuda_runtime.h>

struct Row {
  float *at;
  int lane;
};

__global__ void by_a_member(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  Row r;
  r.at = s[w];
  r.at[lane] = in[threadIdx.x];
  out[threadIdx.x] = r.at[lane ^ 1]; // want [warp-synchronous] through 'r' with no barrier
}

__global__ void by_an_initialiser(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  Row r{s[w], lane};
  s[w][lane] = in[threadIdx.x];
  out[threadIdx.x] = r.at[31 - lane]; // want [warp-synchronous] through 's' with no barrier
}

__global__ void by_a_choice(const float *in, float *out, int b) {
  __shared__ float s[128], r[128];
  int lane = threadIdx.x & 31;
  float *p = b ? s : r;
  p[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = lane ? p[threadIdx.x - 1] : 0; // want [warp-synchronous] through 'p' with no barrier
}

__global__ void swapped(const float *in, float *out) {
  __shared__ float s[4][32], r[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *p = s[w], *q = r[w];
  p[lane] = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    q[lane] = lane >= d ? p[lane] + p[lane - d] : p[lane]; // want [warp-synchronous] through 'r' with no barrier
    float *t = p;
    p = q;
    q = t;
  }
  out[threadIdx.x] = p[lane];
}

template <typename T> __device__ void swap(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}

__global__ void swapped_by_call(const float *in, float *out) {
  __shared__ float s[4][32], r[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *p = s[w], *q = r[w];
  p[lane] = in[threadIdx.x];
  swap(p, q);
  out[threadIdx.x] = r[w][lane] + q[lane ^ 4]; // want [warp-synchronous] through 'p' with no barrier
}

__global__ void by_a_lambda(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  auto at = [&](int i) -> float & { return s[w][i]; };
  at(lane) = in[threadIdx.x];
  out[threadIdx.x] = at(lane ^ 1); // want [warp-synchronous] through 'at' with no barrier
}

__global__ void by_put_and_get(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  auto put = [&](int i, float v) { s[w][i] = v; };
  auto get = [&](int i) { return s[w][i]; };
  put(lane, in[threadIdx.x]);
  out[threadIdx.x] = get(lane ^ 1); // want [warp-synchronous] through 'put' with no barrier
}

__global__ void by_a_lambda_parameter(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  auto turned = [=](float *row, float v) {
    row[lane] = v;
    return row[lane ^ 1]; // want [warp-synchronous] through 'row' with no barrier
  };
  out[threadIdx.x] = turned(s[w], in[threadIdx.x]);
}

// What a named lambda waits for, or stores, it does where it is called.
__global__ void in_lambdas(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[w][lane] = in[lane];
  auto wait = [] { __syncwarp(); };
  float x = s[w][lane ^ 1]; // want [warp-synchronous] through 's' with no barrier
  wait();
  auto turned = [&](float v) {
    s[w][lane] = v;
    return s[w][lane ^ 1];
  };
  out[lane] = turned(x);
  wait();
  out[lane] += [&] {
    s[w][lane] = 3;
    return s[w][lane ^ 2];
  }();
}

struct Tile {
  float *row;
  float total;
  __device__ float &operator()(int i) { return row[i]; }
  __device__ float &at(int i) { return row[i]; }
  __device__ float &operator[](int i) { return row[i]; }
  __device__ void put(int i, float v) { row[i] = v; }
  __device__ float get(int i) const { return row[i]; }
  __device__ float shifted(float v) {
    int lane = threadIdx.x & 31;
    row[lane] = v;
    return this->row[lane ^ 1]; // want [warp-synchronous] through 'row' with no barrier
  }
};

__global__ void by_call_operator(const float *in, float *out) {
  __shared__ float s[4][32];
  int lane = threadIdx.x % 32;
  Tile t{s[threadIdx.x / 32]};
  t(lane) = in[threadIdx.x];
  out[threadIdx.x] = t(lane ^ 1); // want [warp-synchronous] through 't' with no barrier
}

__global__ void by_accessor(const float *in, float *out) {
  __shared__ float s[4][32];
  int lane = threadIdx.x % 32;
  Tile t{s[threadIdx.x / 32]};
  t.at(lane) = in[threadIdx.x];
  out[threadIdx.x] = t.at(lane ^ 1); // want [warp-synchronous] through 't' with no barrier
}

__global__ void by_index_operator(const float *in, float *out) {
  __shared__ float s[4][32];
  int lane = threadIdx.x % 32;
  Tile t{s[threadIdx.x / 32]};
  t[lane] = in[threadIdx.x];
  out[threadIdx.x] = t[lane ^ 1]; // want [warp-synchronous] through 't' with no barrier
}

__global__ void by_methods(const float *in, float *out) {
  __shared__ float s[4][32];
  int lane = threadIdx.x % 32;
  Tile t{s[threadIdx.x / 32]};
  t.put(lane, in[threadIdx.x]);
  out[threadIdx.x] = t.get(lane ^ 1); // want [warp-synchronous] through 't' with no barrier
}

__device__ float of_object(Tile &t, float v) {
  int lane = threadIdx.x & 31;
  t.row[lane] = v;
  return t.row[31 - lane]; // want [warp-synchronous] through 't' with no barrier
}

__device__ float of_one_lane(Tile &t, float v) {
  if (threadIdx.x % 32 == 0)
    t.total = v;
  return t.total; // want [warp-synchronous] through 't' with no barrier
}

__global__ void by_objects(const float *in, float *out) {
  __shared__ float s[4][32];
  __shared__ Tile shared[4];
  Tile t{s[threadIdx.x / 32]};
  out[threadIdx.x] = of_object(t, in[threadIdx.x]) + of_one_lane(shared[threadIdx.x / 32], 1) + t.shifted(2);
}

__global__ void by_pointers_to_pointers(const float *in, float *out, int b) {
  __shared__ float s[4][32], r[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *rows[2] = {s[w], r[w]};
  rows[b][lane] = in[threadIdx.x];
  out[threadIdx.x] = rows[b][lane ^ 1]; // want [warp-synchronous] through 'rows' with no barrier
}

__global__ void by_the_address_of_a_pointer(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *p = s[w];
  float **pp = &p;
  (*pp)[lane] = in[threadIdx.x];
  out[threadIdx.x] = (*pp)[lane ^ 1]; // want [warp-synchronous] through 'pp' with no barrier
}

struct Lanes {
  float v[32];
};

__global__ void by_a_moving_structure(const float *in, float *out, int n) {
  __shared__ Lanes s[8];
  int lane = threadIdx.x % 32;
  Lanes *p = s + threadIdx.x / 32;
  for (int i = 0; i < n; i++) {
    p->v[lane] = in[threadIdx.x + i];
    out[threadIdx.x + i] = p->v[lane ^ 1]; // want [warp-synchronous] through 's' with no barrier
    p += 4;
  }
}

__global__ void by_a_member_and_a_cast(const float *in, float *out) {
  __shared__ Lanes s[4];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *flat = (float *)&s[w];
  s[w].v[lane] = in[threadIdx.x];
  out[threadIdx.x] = flat[lane ^ 1]; // want [warp-synchronous] through 's' with no barrier
}

__device__ float *row_of(float (*s)[32], int w) { return s[w]; }

__global__ void by_a_result(const float *in, float *out) {
  __shared__ float s[4][32];
  int lane = threadIdx.x % 32;
  float *p = row_of(s, threadIdx.x / 32);
  p[lane] = in[threadIdx.x];
  out[threadIdx.x] = p[lane ^ 1]; // want [warp-synchronous] through 'p' with no barrier
}

__global__ void by_results(const float *in, float *out) {
  __shared__ float s[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  row_of(s, w)[lane] = in[threadIdx.x];
  out[threadIdx.x] = row_of(s, w)[lane ^ 1]; // want [warp-synchronous] through 'row_of' with no barrier
}

__global__ void by_own_places(const float *in, float *out, int b) {
  __shared__ float s[4][32], r[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *mine = b ? &s[w][lane] : &r[w][lane];
  *mine = in[threadIdx.x];
  out[threadIdx.x] = mine[1]; // want [warp-synchronous] through 'mine' with no barrier
}

// With barriers, or with elements of the thread's own.
__global__ void waits(const float *in, float *out, int b) {
  __shared__ float s[4][32], r[4][32];
  int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *p = b ? s[w] : r[w];
  Row c{s[w], lane};
  Tile t{r[w]};
  auto at = [&](int i) -> float & { return s[w][i]; };
  auto put = [&](int i, float v) { s[w][i] = v; };
  auto get = [&](int i) { return s[w][i]; };
  float *rows[2] = {s[w], r[w]};
  p[lane] = in[lane];
  __syncwarp();
  out[lane] = p[lane ^ 1];
  __syncwarp();
  c.at[lane] = in[lane];
  __syncwarp();
  out[lane] += c.at[lane ^ 1] + at(lane ^ 2) + get(lane ^ 3) + get(lane ^ 4);
  __syncwarp();
  at(lane) = 1;
  put(lane, 2);
  out[lane] += at(lane) + get(lane) + c.at[lane] + s[w][lane];
  __syncwarp();
  t(lane) = 3;
  t.put(lane, 4);
  t.put(lane, in[lane ^ 1]);
  out[lane] += t[lane] + t.at(lane) + t.get(lane);
  rows[1][lane] = 5;
  auto wait = [] { __syncthreads(); };
  wait();
  out[lane] += rows[0][lane ^ 1] + t.get(lane ^ 1);
}

// Objects of the thread's own, and what a kernel is given.
struct Params {
  const float *in;
  float *out;
};

__global__ void own(Params p, float *a, float *b, int n) {
  int lane = threadIdx.x % 32;
  float v[32], *q = n ? a : b;
  Lanes mine;
  v[lane] = p.in[lane];
  mine.v[lane] = v[lane ^ 1];
  p.out[lane] = mine.v[lane ^ 1] + n;
  a[lane] = q[lane + n];
}

int main() {
  float *out;
  cudaMalloc(&out, 4096);
  by_a_member<<<1, 128>>>(out, out);
  by_an_initialiser<<<1, 128>>>(out, out);
  by_a_choice<<<1, 128>>>(out, out, 1);
  swapped<<<1, 128>>>(out, out);
  swapped_by_call<<<1, 128>>>(out, out);
  by_a_lambda<<<1, 128>>>(out, out);
  by_put_and_get<<<1, 128>>>(out, out);
  by_a_lambda_parameter<<<1, 128>>>(out, out);
  in_lambdas<<<1, 128>>>(out, out);
  by_call_operator<<<1, 128>>>(out, out);
  by_accessor<<<1, 128>>>(out, out);
  by_index_operator<<<1, 128>>>(out, out);
  by_methods<<<1, 128>>>(out, out);
  by_objects<<<1, 128>>>(out, out);
  by_pointers_to_pointers<<<1, 128>>>(out, out, 1);
  by_the_address_of_a_pointer<<<1, 128>>>(out, out);
  by_a_moving_structure<<<1, 128>>>(out, out, 2);
  by_a_member_and_a_cast<<<1, 128>>>(out, out);
  by_a_result<<<1, 128>>>(out, out);
  by_results<<<1, 128>>>(out, out);
  by_own_places<<<1, 128>>>(out, out, 1);
  waits<<<1, 128>>>(out, out, 1);
  own<<<1, 128>>>(Params{out, out}, out, out, 1);
}
