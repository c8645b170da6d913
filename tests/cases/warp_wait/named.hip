// Memory that lanes wait for has a name of its own, and the lane that came changes it by what it reads there.
#include <hip/hip_runtime.h>

__device__ volatile int served;

__global__ void in_turns(int *out)
{
    __shared__ volatile int turn;
    if (threadIdx.x == 0) turn = 0;
    __syncthreads();
    bool mine = false;
    while (!mine) {
        if (turn == threadIdx.x) { // want [warp-wait] lanes of one warp may wait
            out[0] = out[0] * 3 + 1;
            turn = turn + 1;
            mine = true;
        }
    }
}

__global__ void by_device(int *out)
{
    for (bool mine = false; !mine;) {
        if (served == threadIdx.x) out[0] = out[0] * 3 + 1, ++served, mine = true; // want [warp-wait] lanes of one warp may wait
    }
}

// Each turn writes there: nobody waits.
__global__ void counted(int *out)
{
    __shared__ volatile int left;
    left = 5;
    while (left > 0) left = left - 1;
    out[0] = left;
}

// Goes through its elements, and ends with the last one, whoever stores the flag.
__global__ void early_exit(const float *v, int n, int *found) {
  __shared__ volatile int wanted;
  if (threadIdx.x == 0) wanted = 1;
  __syncthreads();
  for (int p = threadIdx.x; p < n; p += blockDim.x) {
    if (wanted == 0) break;
    if (v[p] > 1.0f) {
      wanted = 0;
      break;
    }
  }
  __syncthreads();
  found[threadIdx.x] = wanted;
}

// Asks a number of times alone, and goes on without an answer: who would give it comes later.
__global__ void impatient(float *v, int *found) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x != 7) {
    for (int p = 0; p < 1000; p++)
      if (ready) break; // want [warp-wait] lanes of one warp may wait for each other
  } else {
    v[0] = 1;
    ready = 1;
  }
  found[threadIdx.x] = v[0];
}

// A counter that the body sets back counts nothing.
__global__ void set_back(float *v, int n, int *found) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x != 7) {
    for (int p = 0; p < n; p++) {
      if (ready) break; // want [warp-wait] lanes of one warp may wait for each other
      v[p] += 1;
      p = -1;
    }
  } else {
    ready = 1;
  }
  found[threadIdx.x] = v[0];
}

// So does one that is set back by a reference.
__global__ void set_back_by_reference(float *v, int n, int *found) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x != 7) {
    for (int p = 0; p < n; p++) {
      int &same = p;
      if (ready) break; // want [warp-wait] lanes of one warp may wait for each other
      v[p] += 1;
      same = -1;
    }
  } else {
    ready = 1;
  }
  found[threadIdx.x] = v[0];
}
