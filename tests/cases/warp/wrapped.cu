// retarget: --arch gfx90a
// Shared memory by way of an object, as in CUDA's samples: a volatile pointer shows what lanes exchange.
template <class T> struct SharedMemory {
  __device__ operator T *() { extern __shared__ int pool[]; return (T *)pool; }
};

template <class T, unsigned size>
__global__ void sums(const T *in, T *out) {
  T *s = SharedMemory<T>();
  unsigned t = threadIdx.x;
  T sum = in[blockIdx.x * size + t];
  s[t] = sum;
  __syncthreads();
  if (t < 32) {
    volatile T *smem = s;
    if (size >= 64) { smem[t] = sum = sum + smem[t + 32]; }
    if (size >= 32) { smem[t] = sum = sum + smem[t + 16]; }
    smem[t] = sum = sum + smem[t + 8];
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void at_once(const int *in, int *out) {
  volatile int *s = SharedMemory<int>();
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 31) out[t] = s[t + 1];
}

__global__ void of_its_own(const int *in, int *out) {
  int local[4];
  volatile int *mine = local;
  mine[1] = in[threadIdx.x];
  out[threadIdx.x] = mine[1];
}

void run(const int *in, int *out) {
  sums<int, 64><<<8, 64>>>(in, out);
  at_once<<<1, 32, 128>>>(in, out);
  of_its_own<<<1, 64>>>(in, out);
}
