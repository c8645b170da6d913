// retarget: --arch gfx90a
// Locks that lanes of one warp take, in all spellings.
#include <hip/hip_runtime.h>
__device__ int lock;

__global__ void plain(int *count) {
  while (atomicCAS(&lock, 0, 1) != 0)  // want [warp-wait] lanes of one warp may wait for each other
    ;
  *count += 1;
  __threadfence();
  atomicExch(&lock, 0);
}

__global__ void broken_out(int *count, int *locks) {
  while (true) {
    if (atomicCAS(&locks[threadIdx.x % 4], 0, 1) == 0) {  // want [warp-wait] lanes of one warp
      *count += 1;
      __threadfence();
      atomicExch(&locks[threadIdx.x % 4], 0);
      break;
    }
  }
}

// Compilers take the branch that sets the flag out of the loop.
__global__ void flagged(int *count, int *locks, const int *which) {
  bool done = false;
  int i = which[threadIdx.x];
  while (!done) {
    if (atomicExch(locks + i, 1) == 0) {  // want [warp-wait] lanes of one warp
      *count += 1;
      __threadfence();
      atomicExch(locks + i, 0);
      done = true;
    }
  }
}

__global__ void named(int *count) {
  int old;
  do {
    old = atomicCAS(&lock, 0, 1);  // want [warp-wait] lanes of one warp
  } while (old);
  *count += 1;
  atomicExch(&lock, 0);
}

struct Lock {
  int *mutex;
  __device__ void lock() {
    while (atomicCAS(mutex, 0, 1) != 0);  // want [warp-wait] lanes of one warp
  }
  __device__ void unlock() { atomicExch(mutex, 0); }
};
__global__ void counted(Lock lock, int *count) {
  lock.lock();
  *count += 1;
  lock.unlock();
}

// Rows of a triangular system wait for those above them.
__global__ void solve(double *x, const int *above, volatile int *ready) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (ready[above[i]] == 0) {  // want [warp-wait] lanes of one warp
  }
  x[i] -= x[above[i]];
  __threadfence();
  ready[i] = 1;
}

__global__ void handed(volatile int *flag) {
  if (threadIdx.x == 1) {
    flag[0] = 1;
  } else {
    while (flag[0] == 0);  // want [warp-wait] lanes of one warp
  }
}
