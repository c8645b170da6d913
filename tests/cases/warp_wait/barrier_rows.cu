// `threadIdx.x < 64` is a condition of whole waves in blocks of one row, or of rows of whole waves.
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;  // want [libcudacxx] lanes of their own wave

__device__ void helper(Barrier &all) {
    if (threadIdx.x < 64) all.arrive_and_wait();  // want [barrier-wait] only some lanes of a wave
}
template <int kind>
__global__ void one_row(Barrier *all) {
    if (threadIdx.x < 64) all->arrive_and_wait();
}
__global__ void whole_waves(Barrier *all) {
    if (threadIdx.x >= 64) all->arrive_and_wait();
}
__global__ void others(Barrier *all) {
    if (threadIdx.x < 64) all->arrive_and_wait();  // want [barrier-wait] only some lanes of a wave
    helper(*all);
}
__global__ void named(Barrier *all, int *p) {
    if (threadIdx.x < 64) all->arrive_and_wait();  // want [barrier-wait] only some lanes of a wave
    p[threadIdx.y] = 1;
}
__global__ void unknown(Barrier *all) {
    if (threadIdx.x < 64) all->arrive_and_wait();
}
void launch(Barrier *all, int n) {
    one_row<1><<<1, 96>>>(all);
    whole_waves<<<1, dim3(128, 4)>>>(all);
    others<<<1, dim3(96, 2)>>>(all);
    unknown<<<1, n>>>(all);
}
