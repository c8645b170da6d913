// retarget: -std=c++17
// The user's own structure, a dim3, an array: HIP takes them apart, too.
struct Range {
  int low, high;
};
__device__ Range range(int n) { return {n, n + 4}; }
__global__ void k(int *out) {
  const auto [low, high] = range(3);
  auto [x, y, z] = dim3(1, 2, 3);
  int pair[2] = {1, 2};
  auto &[a, b] = pair;
  out[0] = high - low + x + y + z + a + b;
}
