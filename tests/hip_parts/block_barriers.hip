// Barriers of a block, and pipelines whose stages its threads share.
#include "../../templates/hip/block_barriers.h"
#include "check.h"

using Barrier = retarget_hip::barrier<retarget_hip::thread_scope_block>;
constexpr int THREADS = 128;

struct Block {
  __device__ unsigned thread_rank() const { return threadIdx.x; }
  __device__ unsigned size() const { return blockDim.x; }
  __device__ void sync() const { __syncthreads(); }
};

__global__ void meet() {
  __shared__ Barrier all, halves;
  __shared__ int held[THREADS];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&all, THREADS);
    init(&halves, THREADS + THREADS / 2);
  }
  __syncthreads();
  for (int turn = 0; turn < 5; ++turn) {
    held[t] = t + turn;
    auto token = all.arrive();
    all.wait(static_cast<Barrier::arrival_token&&>(token));
    EXPECT(held[(t + 37) % THREADS] == (t + 37) % THREADS + turn);
    all.arrive_and_wait();
  }
  held[t] = -t;
  auto token = halves.arrive(t % 2 + 1);
  halves.wait(static_cast<Barrier::arrival_token&&>(token));
  EXPECT(held[THREADS - 1 - t] == t + 1 - THREADS);
  if (t >= 64) return all.arrive_and_drop();
  all.arrive_and_wait();
  all.arrive_and_wait();  // of the others
  EXPECT(Barrier::max() > THREADS);
}

__global__ void staged(const int* from, int* to, int turns) {
  __shared__ retarget_hip::pipeline_shared_state<retarget_hip::thread_scope_block, 2> state;
  __shared__ __attribute__((aligned(16))) int held[2][THREADS];
  Block block;
  auto pipe = retarget_hip::make_pipeline(block, &state);
  auto fetch = [&](int turn) {
    pipe.producer_acquire();
    retarget_hip::memcpy_async(block, held[turn % 2], from + turn * THREADS, sizeof held[0], pipe);
    pipe.producer_commit();
  };
  fetch(0);
  for (int turn = 0; turn < turns; ++turn) {
    if (turn + 1 < turns) fetch(turn + 1);
    pipe.consumer_wait();
    to[turn * THREADS + threadIdx.x] = held[turn % 2][THREADS - 1 - threadIdx.x];
    pipe.consumer_release();
  }
}

int main() {
  meet<<<2, THREADS>>>();
  EXPECT(hipDeviceSynchronize() == hipSuccess);
  constexpr int turns = 7;
  int values[turns * THREADS], back[turns * THREADS], *from, *to;
  for (int i = 0; i < turns * THREADS; ++i) values[i] = 3 * i;
  EXPECT(hipMalloc(&from, sizeof values) == hipSuccess);
  EXPECT(hipMalloc(&to, sizeof values) == hipSuccess);
  EXPECT(hipMemcpy(from, values, sizeof values, hipMemcpyHostToDevice) == hipSuccess);
  staged<<<1, THREADS>>>(from, to, turns);
  EXPECT(hipMemcpy(back, to, sizeof values, hipMemcpyDeviceToHost) == hipSuccess);
  for (int i = 0; i < turns * THREADS; ++i) EXPECT(back[i] == 3 * (i / THREADS * THREADS + THREADS - 1 - i % THREADS));
  return report("block_barriers");
}
