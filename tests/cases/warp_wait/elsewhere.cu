// retarget: --arch gfx90a
// Waits on what is volatile by a declaration that stands elsewhere.
__device__ volatile int turn;
typedef volatile int *Flags;
struct Queue { volatile int head; };

__global__ void in_turns() {
  while (turn != threadIdx.x) {  // want [warp-wait] lockstep
  }
  turn = threadIdx.x + 1;
}

__global__ void flags(int *open) {
  while (*(Flags)open != threadIdx.x);  // want [warp-wait] lockstep
  *open = threadIdx.x + 1;
}

__global__ void queue(Queue *q) {
  while (q->head != threadIdx.x);  // want [warp-wait] lockstep
  q->head = threadIdx.x + 1;
}
