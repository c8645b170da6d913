// What the user declares keeps its name, whatever CUDA once had.
#include <cstdio>
#define __shfl(value, lane) __shfl_sync(0x0000ffff, value, lane)

namespace mine {
inline void cudaThreadSynchronize() { std::puts("mine"); }
template <class T, int N>
struct texture {
  T texels[N];
};
struct Clock {
  int clockRate;
};
static texture<float, 4> palette;
}  // namespace mine

__global__ void spread(int* out) { out[threadIdx.x] = __shfl(threadIdx.x, 3); }

int main() {
  mine::Clock clock = {7};
  mine::cudaThreadSynchronize();
  std::printf("%d %f\n", clock.clockRate, mine::palette.texels[0]);
}
