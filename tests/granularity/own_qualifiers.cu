// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: block(x=2) share()
// schedule: thread(x=2) block(x=2)
// Pointers with qualifiers of their own (`T* const __restrict__ p`): what is stored through one is memory.
// A reference with `__restrict__` is a reference.
#include <cstdio>

struct Held { int total; int more[3]; };

__global__ void elements(const int4* const __restrict__ in, const int n, unsigned* const __restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int4 el = in[i];
  out[el.x] = el.y + i;
  out[el.z] = el.w;
}

__global__ void members(Held* __restrict__ held, int* const __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Held* const __restrict__ own = held + blockIdx.x;
  if (threadIdx.x == 3) own->total = 5 * i;
  __syncthreads();
  int before = own->total;
  __syncthreads();
  if (threadIdx.x == 7) { own->total = before + 2; own->more[1] = i; }
  __syncthreads();
  out[i] = own->total * 7 + own->more[1] + before;
}

template <class T, int by> __device__ T scaled(T x) { return x * by; }
__global__ void rows(const int* const __restrict__ in, int* const __restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int* const __restrict__ row = in + blockIdx.x;
  int* const __restrict__ to = out + blockIdx.x * blockDim.x;
  const auto tripled = scaled<unsigned, 3>((unsigned)i);  // `unsigned int const` to clang
  to[threadIdx.x] = row[i % n];
  __syncthreads();
  int next = to[(threadIdx.x + 1) % blockDim.x] + to[0];
  __syncthreads();
  to[threadIdx.x] = next + tripled;
  int* volatile __restrict__ moved = out + i;
  moved[0] += 3;
}

__global__ void stepped(int* __restrict__ const p, int n) {
  __shared__ int s[64];
  int* const __restrict__ mine = s + threadIdx.x;
  *mine = p[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  int v = s[63 - threadIdx.x] + (*(int (*)[1])&p[blockIdx.x * blockDim.x])[0];
  __syncthreads();
  *mine += v;
  __syncthreads();
  p[blockIdx.x * blockDim.x + threadIdx.x] = s[(threadIdx.x + n) % 64];
}

__device__ void put(int& __restrict__ to, int v) { to = v; }
__global__ void refs(int* __restrict__ a, int* __restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = 4;
  int& __restrict__ r = v;
  r = i % 5;
  put(v, v + 2);
  int w = v % 4;
  int& __restrict__ mine = a[i];
  mine += w;
  __syncthreads();
  int next = a[blockIdx.x * blockDim.x + (threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  mine = next + v;
  __syncthreads();
  r += 3;
  for (int k = 0; k < v % 3 + 1; ++k) out[i] = v * 7 + mine + k;
}
int main() {
  const int n = 256;
  int4* in; unsigned* out; Held* held; int *o, *p;
  cudaMallocManaged(&in, n * sizeof(int4)); cudaMallocManaged(&out, 2 * n * 4); cudaMallocManaged(&held, 4 * sizeof(Held));
  cudaMallocManaged(&o, n * 4); cudaMallocManaged(&p, 2 * n * 4);
  for (int i = 0; i < n; ++i) { in[i] = make_int4(i, i * 3, n + (i * 7) % n, i ^ 5); }
  for (int i = 0; i < 2 * n; ++i) p[i] = i * 31 % 97;
  for (int i = 0; i < 4; ++i) held[i] = Held{i, {i, 2, 3}};
  elements<<<4, 64>>>(in, n, out);
  members<<<4, 64>>>(held, o);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < n; ++i) sum = sum * 31 + o[i];
  rows<<<4, 64>>>(p, o, 100);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) sum = sum * 31 + o[i];
  stepped<<<4, 64>>>(p, 9);
  cudaDeviceSynchronize();
  refs<<<4, 64>>>(p, o, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) sum = sum * 31 + o[i];
  for (int i = 0; i < 2 * n; ++i) sum = sum * 31 + out[i] + p[i];
  std::printf("%ld\n", sum);
}
