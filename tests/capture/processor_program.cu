// Launches for tests/capture/test_host_recording.py: a variable, an unnamed parameter, a child process, threads.
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

__constant__ float scale;
struct Pair {
  float* p;
  int n;
};
extern "C" __global__ void plain(Pair q, float f) {
  if (threadIdx.x < q.n) q.p[threadIdx.x] += f * scale;
}
__global__ void unnamed(float* x, int) { x[threadIdx.x] = 1; }
template <int N> __global__ void restricted(const float* __restrict__ x, float* const __restrict__ y) { y[threadIdx.x] = N * x[threadIdx.x]; }

int main() {
  const float two = 2;
  cudaMemcpyToSymbol(scale, &two, sizeof two);
  float* x;
  cudaMalloc(&x, 256);
  plain<<<1, 64>>>(Pair{x, 64}, .5f);
  if (!fork()) return 0;
  wait(nullptr);
  const auto many = [] {
    for (int i = 0; i < 9; ++i) {
      float* own;
      cudaMalloc(&own, 512);
      plain<<<2, 64>>>(Pair{own, 64}, 1);
      cudaFree(own);
    }
  };
  std::thread one(many), other(many);
  one.join();
  other.join();
  restricted<2><<<1, 16>>>(x, x + 16);
  for (int i = 0; i < 100; ++i) unnamed<<<1, 64>>>(x, i);
}
