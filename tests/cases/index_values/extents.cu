// A uint3 becomes a dim3 by itself in CUDA, and a dim3 a uint3; in HIP neither does.
#include <cuda_runtime.h>

struct Shape {
  uint3 blocks;
  dim3 threads;
};
struct Pair {
  Pair(uint3, int) {}
};

__global__ void kernel(uint3 extent) {
  uint3 block = blockIdx;
  dim3 same = block;
  (void)same;
}
uint3 grid_of(int n);
void take(dim3 extent, int more = 0);

#define BLOCKS shape.blocks
#define LAUNCH(grid) kernel<<<grid, shape.threads>>>(shape.blocks)
#define LAUNCH_ALL() kernel<<<shape.blocks, 64>>>(shape.blocks)

template <typename T>
void of_any(T, const uint3 &grid) {
  kernel<<<grid, 1>>>(grid);
}

void run(int n) {
  Shape shape{make_uint3(n, 1, 1), dim3(64)};
  kernel<<<shape.blocks, make_uint3(64, 1, 1)>>>(shape.blocks);
  kernel<<<n > 1 ? grid_of(n) : shape.blocks, 64>>>(shape.threads);
  LAUNCH(shape.blocks);
  dim3 copied = shape.blocks, built(grid_of(n)), braced{shape.blocks};
  shape.threads = shape.blocks;
  shape.blocks = copied;
  take(shape.blocks);
  of_any(n, shape.blocks);

  kernel<<<shape.threads, copied>>>(shape.blocks);
  uint3 other = shape.blocks;
  Pair pair(other, n);
  take(dim3(other.x, other.y), n);
  take(built);
  take(BLOCKS);  // want [index-values] in the body of a macro
  LAUNCH_ALL();  // want [index-values] in the body of a macro
}
