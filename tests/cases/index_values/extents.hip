// A uint3 becomes a dim3 by itself in CUDA, and a dim3 a uint3; in HIP neither does.
#include <hip/hip_runtime.h>
#include "retarget_hip/index.h"

struct Shape {
  uint3 blocks;
  dim3 threads;
};
struct Pair {
  Pair(uint3, int) {}
};

__global__ void kernel(uint3 extent) {
  uint3 block = retarget_hip::as_index(blockIdx);
  dim3 same = retarget_hip::as_index(block);
  (void)same;
}
uint3 grid_of(int n);
void take(dim3 extent, int more = 0);

#define BLOCKS shape.blocks
#define LAUNCH(grid) kernel<<<grid, shape.threads>>>(shape.blocks)
#define LAUNCH_ALL() kernel<<<shape.blocks, 64>>>(shape.blocks)

template <typename T>
void of_any(T, const uint3 &grid) {
  kernel<<<retarget_hip::as_index(grid), 1>>>(grid);
}

void run(int n) {
  Shape shape{make_uint3(n, 1, 1), dim3(64)};
  kernel<<<retarget_hip::as_index(shape.blocks), retarget_hip::as_index(make_uint3(64, 1, 1))>>>(shape.blocks);
  kernel<<<retarget_hip::as_index(n > 1 ? grid_of(n) : shape.blocks), 64>>>(retarget_hip::as_index(shape.threads));
  LAUNCH(retarget_hip::as_index(shape.blocks));
  dim3 copied = retarget_hip::as_index(shape.blocks), built(retarget_hip::as_index(grid_of(n))), braced{retarget_hip::as_index(shape.blocks)};
  shape.threads = retarget_hip::as_index(shape.blocks);
  shape.blocks = retarget_hip::as_index(copied);
  take(retarget_hip::as_index(shape.blocks));
  of_any(n, shape.blocks);

  kernel<<<shape.threads, copied>>>(shape.blocks);
  uint3 other = shape.blocks;
  Pair pair(other, n);
  take(dim3(other.x, other.y), n);
  take(built);
  take(BLOCKS);  // want [index-values] in the body of a macro
  LAUNCH_ALL();  // want [index-values] in the body of a macro
}
