// retarget: --arch gfx90a
// Waits for other warps and blocks, and loops that wait for nobody.
#include <hip/hip_runtime.h>

__device__ int lock;
__device__ volatile int arrived;

__global__ void by_one(int *count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0);
    *count += 1;
    __threadfence();
    atomicExch(&lock, 0);
  }
}

__global__ void in_turns(int *count) {
  int lane = threadIdx.x & 31;
  for (int i = 0; i < 32; i++) {
    if (lane == i) {
      while (atomicCAS(&lock, 0, 1) != 0);
      *count += 1;
      atomicExch(&lock, 0);
    }
  }
}

struct Lock {
  int *mutex;
  __device__ void lock() { while (atomicCAS(mutex, 0, 1) != 0); }
  __device__ void unlock() { atomicExch(mutex, 0); }
};
__global__ void of_blocks(Lock lock, float *sum, float value) {
  int tid = threadIdx.x;
  if (tid != 0) return;
  lock.lock();
  *sum += value;
  lock.unlock();
}

__global__ __launch_bounds__(1) void of_one_thread(int *count) {
  while (atomicCAS(&lock, 0, 1) != 0);
  *count += 1;
  atomicExch(&lock, 0);
}

__global__ void barrier(int *counter, int goal) {
  __syncthreads();
  if (!threadIdx.x) {
    atomicAdd(counter, 1);
    while (atomicAdd(counter, 0) < goal);
    arrived = 1;
  }
  __syncthreads();
}

// Every lane has told its own part before it waits.
__global__ void barrier_of_all(volatile int *in, int goal) {
  in[blockIdx.x] = goal;
  if (threadIdx.x < gridDim.x)
    while (in[threadIdx.x] != goal);
}

__device__ float largest(float *address, float value) {
  int *bits = (int *)address, old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}

__global__ void work(int *next, int n, int *table, float *most) {
  while (true) {
    int i = atomicAdd(next, 1);
    if (i >= n) break;
    int slot = i % 64;
    while (atomicCAS(&table[slot], 0, i) != 0) slot = (slot + 1) % 64;
    largest(most, i);
  }
}

void launch(int *count) { of_one_thread<<<64, 1>>>(count); }
