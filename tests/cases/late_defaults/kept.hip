// retarget: --arch gfx90a
// A name that is declared behind the class, or a macro: clang's error is told.
#include <hip/hip_runtime.h>
template <typename K>
class Table {
 public:
  __device__ int search(int bucket);
  __device__ int find(int bucket);
};
constexpr int FIRST = 3;
#define LAST 4
template <typename K>
__device__ int Table<K>::search(int bucket = FIRST) { // want [parse] cannot be added
  return bucket;
}
template <typename K>
__device__ int Table<K>::find(int bucket = LAST) {
  return bucket;
}
__global__ void k(int *out) {
  Table<int> table;
  out[0] = table.search(1) + table.find(2);
}
const char *name() { return hipGetErrorString(hipSuccess); }
