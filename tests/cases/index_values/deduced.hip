// A member of an index is an unsigned number to CUDA; where its type is deduced, HIP 5 would take an object's class.
#include <algorithm>
#include <cstdio>
#include <hip/hip_runtime.h>

#define TID threadIdx.x
#define LOOP(i, n) for (auto i = unsigned(threadIdx.x); i < n; i += blockDim.x)
#define LEAST(a, b) ((a) < (b) ? (a) : (b))

struct Sum {
  unsigned total;
  template <typename T>
  __device__ explicit Sum(T first) : total(first) {}
  template <typename T>
  __device__ void add(T value) { total += value; }
};

template <typename T>
__device__ T twice(T value) { return value * 2; }
__device__ inline unsigned sum() { return 0; }
template <typename T, typename... Rest>
__device__ unsigned sum(const T& first, const Rest&... rest) { return first + sum(rest...); }
__device__ auto lane() { return unsigned(threadIdx.x); }

__global__ void deduced(unsigned* out, unsigned n, bool flag) {
  for (auto i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = i;
  for (auto i = unsigned(threadIdx.x); i < n; i += blockDim.x) out[i] = i;
  LOOP(i, n) out[i] += i;
  auto j = unsigned(threadIdx.x), k = unsigned(blockIdx.y);
  auto tid = unsigned(TID);
  tid += TID + 1;
  const auto& kept = unsigned(threadIdx.y);
  auto bracketed = (unsigned(threadIdx.x));
  auto braced{unsigned(threadIdx.x)};
  j += std::min(unsigned(threadIdx.x), n) + std::max<unsigned>(unsigned(threadIdx.x), n) + twice(unsigned(TID)) + LEAST(unsigned(threadIdx.x), n);
  k += sum(unsigned(threadIdx.x), unsigned(blockIdx.x)) + lane();
  printf("%u %u\n", unsigned(threadIdx.x), unsigned(TID));
  decltype(unsigned(threadIdx.x)) other = 0;
  other = flag ? unsigned(threadIdx.x) : 0;
  long long below = (flag ? unsigned(threadIdx.x) : 1) - 2;
  auto in_lambda = [start = unsigned(threadIdx.x)](unsigned step) mutable { start += step; return start; };
  auto of_lambda = [] { return unsigned(threadIdx.x); };
  Sum total(0u);
  total.add(unsigned(threadIdx.x));
  static_assert(sizeof(unsigned(threadIdx.x)) == sizeof(unsigned), "");
  out[0] = j + k + kept + bracketed + braced + other + below + in_lambda(2) + of_lambda() + total.total + tid;
}
