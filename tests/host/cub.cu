// Collectives of blocks and warps, and algorithms of the device, against plain loops.
#include <cub/cub.cuh>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

static int failures = 0;
#define EXPECT(got, wanted)                                                                      \
  do {                                                                                           \
    const long long g = (got), w = (wanted);                                                     \
    if (g != w) printf("FAIL line %d: %s is %lld, not %lld\n", __LINE__, #got, g, w), ++failures; \
  } while (0)
#define THREADS 96

__global__ void collectives(const int* in, int* total, int* prefix, int* most, int* sorted, int* warps) {
  typedef cub::BlockReduce<int, THREADS> Reduce;
  typedef cub::BlockScan<int, THREADS, cub::BLOCK_SCAN_WARP_SCANS> Scan;
  typedef cub::BlockRadixSort<int, THREADS, 2> Sort;
  typedef cub::BlockLoad<int, THREADS, 2> Load;
  typedef cub::WarpReduce<int> Warp;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
    typename Sort::TempStorage sort;
    typename Load::TempStorage load;
  } shared;
  __shared__ typename Warp::TempStorage warp[THREADS / 32];
  const int i = threadIdx.x;
  const int sum = Reduce(shared.reduce).Sum(in[i]);
  if (i == 0) *total = sum;
  __syncthreads();
  const int largest = Reduce(shared.reduce).Reduce(in[i], cub::Max());
  if (i == 0) *most = largest;
  __syncthreads();
  int before;
  Scan(shared.scan).ExclusiveSum(in[i], before);
  prefix[i] = before;
  __syncthreads();
  int two[2];
  Load(shared.load).Load(in, two);
  __syncthreads();
  Sort(shared.sort).Sort(two);
  cub::BlockStore<int, THREADS, 2>().Store(sorted, two);
  const int part = Warp(warp[i / 32]).Sum(in[i]);
  if (i % 32 == 0) warps[i / 32] = part;
}

struct IsEven {
  __host__ __device__ bool operator()(int v) const { return v % 2 == 0; }
};

template <typename Work>
static void twice(Work work) {
  void* room = nullptr;
  size_t bytes = 0;
  EXPECT(work(room, bytes), cudaSuccess);
  EXPECT(cudaMalloc(&room, bytes), cudaSuccess);
  EXPECT(work(room, bytes), cudaSuccess);
  EXPECT(cudaFree(room), cudaSuccess);
}

int main() {
  const int n = 2 * THREADS;
  int *in, *out, *more, *other;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  cudaMallocManaged(&more, n * sizeof(int));
  cudaMallocManaged(&other, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i * 37 % 101 - 50;
  std::vector<int> order(in, in + n);
  std::sort(order.begin(), order.end());
  collectives<<<1, THREADS>>>(in, out, more, out + 1, other, out + 2);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  int sum = 0;
  for (int i = 0; i < THREADS; ++i) {
    EXPECT(more[i], sum);
    sum += in[i];
    if (i % 32 == 31) EXPECT(out[2 + i / 32], sum - (i > 31 ? more[i - 31] : 0));
  }
  EXPECT(out[0], sum);
  EXPECT(out[1], *std::max_element(in, in + THREADS));
  for (int i = 0; i < n; ++i) EXPECT(other[i], order[i]);

  long long all = 0;
  for (int i = 0; i < n; ++i) all += in[i];
  twice([&](void* room, size_t& bytes) { return cub::DeviceReduce::Sum(room, bytes, in, out, n); });
  EXPECT(out[0], all);
  twice([&](void* room, size_t& bytes) { return cub::DeviceReduce::Min(room, bytes, in, out, n); });
  EXPECT(out[0], order[0]);
  twice([&](void* room, size_t& bytes) { return cub::DeviceScan::InclusiveSum(room, bytes, in, out, n); });
  EXPECT(out[n - 1], all);
  twice([&](void* room, size_t& bytes) { return cub::DeviceScan::ExclusiveSum(room, bytes, out, out, n); });
  EXPECT(out[1], in[0]);
  for (int i = 0; i < n; ++i) more[i] = i;
  twice([&](void* room, size_t& bytes) { return cub::DeviceRadixSort::SortPairs(room, bytes, in, out, more, other, n); });
  for (int i = 0; i < n; ++i) {
    EXPECT(out[i], order[i]);
    EXPECT(in[other[i]], order[i]);
  }
  twice([&](void* room, size_t& bytes) { return cub::DeviceRadixSort::SortKeysDescending(room, bytes, in, out, n); });
  EXPECT(out[0], order[n - 1]);
  twice([&](void* room, size_t& bytes) { return cub::DeviceSelect::If(room, bytes, in, out, other, n, IsEven()); });
  EXPECT(other[0], std::count_if(in, in + n, IsEven()));
  twice([&](void* room, size_t& bytes) { return cub::DeviceHistogram::HistogramEven(room, bytes, in, out, 6, -50, 50, n); });
  EXPECT(out[2], std::count_if(in, in + n, [](int v) { return v >= -10 && v < 10; }));
  float *real, *sorted;
  cudaMallocManaged(&real, 4 * sizeof(float));
  cudaMallocManaged(&sorted, 4 * sizeof(float));
  const float numbers[4] = {1.5f, -2, 0.25f, -3};
  std::copy(numbers, numbers + 4, real);
  twice([&](void* room, size_t& bytes) { return cub::DeviceRadixSort::SortKeys(room, bytes, real, sorted, 4); });
  EXPECT(sorted[0] == -3 && sorted[1] == -2 && sorted[2] == 0.25f && sorted[3] == 1.5f, 1);
  printf("%s cub: %d wrong\n", failures ? "FAIL" : "PASS", failures);
  return failures != 0;
}
