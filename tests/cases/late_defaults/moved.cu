// retarget: --arch gfx90a
// nvcc takes default arguments that a definition adds to a member of a class template.
#include <cuda_runtime.h>
constexpr int ROUNDS = 3;
namespace app {
template <typename K>
class Table {
 public:
  using Key = K;
  static constexpr int EMPTY = -1;
  explicit Table(int size);
  __device__ int search(bool& done, const K& key, int bucket);
  __device__ int all(int (*f)(int), int, int [2], const char *name /* for messages */);

 private:
  int size;
};
template <typename K>
Table<K>::Table(int size) : size(size) {}
template <typename K>
__device__ __forceinline__ int Table<K>::search(bool& done, const K& key, int bucket = EMPTY) {
  return done ? bucket : __shfl_sync(0xffffffffu, int(key), bucket);
}
template <typename K>
__device__ int Table<K>::all(int (*f)(int), int rounds = ROUNDS + 1, int more[2] = nullptr, const char* name =
                             "all") {
  return f(rounds);
}
__device__ inline int same(int n) { return n; }
}  // namespace app
__global__ void k(int *out, app::Table<int> table) {
  bool done = false;
  out[threadIdx.x] = table.search(done, 1) + table.all(app::same);
}
int main() {
  app::Table<int> table(16);
  k<<<1, 32>>>(nullptr, table);
  return cudaDeviceSynchronize() != cudaSuccess;
}
