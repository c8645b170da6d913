// Thrust's algorithms on device memory, with a kernel on the same memory.
#include <cuda_runtime.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_malloc.h>
#include <thrust/device_free.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <cstdio>

static int failures = 0;
#define EXPECT(got, wanted)                                                                      \
  do {                                                                                           \
    const long long g = (got), w = (wanted);                                                     \
    if (g != w) printf("FAIL line %d: %s is %lld, not %lld\n", __LINE__, #got, g, w), ++failures; \
  } while (0)

struct IsOdd {
  __host__ __device__ bool operator()(int v) const { return v % 2; }
};
struct Product {
  __host__ __device__ int operator()(thrust::tuple<int, int> t) const { return thrust::get<0>(t) * thrust::get<1>(t); }
};

__global__ void doubled(int* v, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= 2;
}

int main() {
  const int n = 1000;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::device_vector<int> v(n), w(n, 3);
  thrust::sequence(thrust::cuda::par.on(stream), v.begin(), v.end());
  doubled<<<(n + 63) / 64, 64>>>(thrust::raw_pointer_cast(v.data()), n);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT(thrust::reduce(v.begin(), v.end()), n * (n - 1));
  EXPECT(thrust::count_if(thrust::device, v.begin(), v.end(), IsOdd()), 0);
  EXPECT(*thrust::max_element(v.begin(), v.end()), 2 * (n - 1));
  thrust::sort(v.begin(), v.end(), thrust::greater<int>());
  EXPECT(v[0], 2 * (n - 1));
  const auto both = thrust::make_zip_iterator(thrust::make_tuple(v.begin(), w.begin()));
  EXPECT(thrust::reduce(thrust::make_transform_iterator(both, Product()), thrust::make_transform_iterator(both + n, Product())),
         3 * n * (n - 1));
  thrust::exclusive_scan(w.begin(), w.end(), w.begin());
  EXPECT(w[n - 1], 3 * (n - 1));
  EXPECT(thrust::remove_if(w.begin(), w.end(), IsOdd()) - w.begin(), n / 2);

  const int keys[7] = {1, 1, 2, 2, 2, 5, 1}, values[7] = {1, 2, 3, 4, 5, 6, 7};
  thrust::device_vector<int> k(keys, keys + 7), x(values, values + 7), ok(7), ox(7);
  const auto ends = thrust::reduce_by_key(k.begin(), k.end(), x.begin(), ok.begin(), ox.begin());
  EXPECT(ends.first - ok.begin(), 4);
  EXPECT(ox[1], 12);
  EXPECT(thrust::unique(k.begin(), k.end()) - k.begin(), 4);
  thrust::device_ptr<int> raw = thrust::device_malloc<int>(4);
  thrust::fill(raw, raw + 4, 9);
  doubled<<<1, 4>>>(raw.get(), 4);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT(raw[3], 18);
  int copied = 0;
  EXPECT(cudaMemcpy(&copied, raw.get() + 2, sizeof copied, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT(copied, 18);
  thrust::device_free(raw);
  // What Thrust's back ends for devices include besides: programs count on it.
  std::cout << std::flush;
  EXPECT(std::atomic<int>(FLT_DIG).load(), std::chrono::milliseconds(6).count());
  printf("%s thrust: %d wrong\n", failures ? "FAIL" : "PASS", failures);
  return failures != 0;
}
