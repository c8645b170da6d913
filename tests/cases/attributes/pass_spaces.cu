// Macros whose device's definition alone gives a function to the device: each pass of nvcc sees its own.
#ifdef __CUDA_ARCH__
#define EACH __device__
#define BOTH __host__ __device__ inline
#define ALONE __device__
#define WIDTH 2
#else
#define EACH
#define BOTH inline
#define ALONE __host__
#define WIDTH 1
#endif
#ifndef EACH
#define EACH /* of other compilers */
#endif
#define MEMBER(T) EACH T at(int i) const { return v[i]; }
#define WITH_ARGUMENT(x) x
#if defined(__CUDA_ARCH__)
#define OTHER [[nodiscard]]
#else
#define OTHER
#endif

struct Pair {
  int v[2];
  MEMBER(int)
};

EACH static inline int twice(int x) { return WIDTH * x; }
BOTH int thrice(int x) { return 3 * x; }
ALONE int once(int x) { return x; }
OTHER int of_the_host(int x) { return x; }

__global__ void kernel(int* out, Pair p) { out[0] = twice(p.at(1)) + thrice(p.at(0)) + once(1); }

int main() {
  Pair p{{1, 2}};
  kernel<<<1, 1>>>(nullptr, p);
  return twice(p.at(0)) + thrice(1) + once(2) + of_the_host(3);
}
