// Asynchronous copies of single threads, done at once.
#include "../../templates/hip/async_copies.h"
#include "check.h"

struct Pair {
  __device__ static unsigned thread_rank() { return threadIdx.x; }
  __device__ static unsigned size() { return 2; }
};

__global__ void copies(const int* from) {
  __shared__ int4 raw[4];
  int* to = reinterpret_cast<int*>(raw);
  auto pipe = retarget_hip::make_pipeline();
  for (int i = threadIdx.x; i < 16; i += 2) to[i] = -1;
  __syncthreads();
  pipe.producer_acquire();
  if (threadIdx.x == 0) {
    retarget_hip::copy_now(to, from, 16);
    retarget_hip::copy_now(to + 4, from, 8, 4);
    retarget_hip::memcpy_async(to + 6, from, retarget_hip::aligned_size<4>(4), pipe);
  }
  retarget_hip::memcpy_async(Pair(), to + 8, from + 1, 9, pipe);
  pipe.producer_commit();
  retarget_hip::pipeline_consumer_wait_prior<0>(pipe);
  __syncthreads();
  EXPECT(to[0] == from[0] && to[3] == from[3] && to[4] == from[0] && to[5] == 0 && to[6] == from[0] && to[7] == -1);
  EXPECT(to[8] == from[1] && to[9] == from[2] && (to[10] & 255) == (from[3] & 255) && to[11] == -1);
}

int main() {
  int *from, values[4] = {3, 5, 7, 11};
  EXPECT(hipMalloc(&from, sizeof values) == hipSuccess);
  EXPECT(hipMemcpy(from, values, sizeof values, hipMemcpyHostToDevice) == hipSuccess);
  copies<<<1, 2>>>(from);
  EXPECT(hipDeviceSynchronize() == hipSuccess);
  return report("async_copies");
}
