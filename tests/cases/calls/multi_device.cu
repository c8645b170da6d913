// One launch on several devices: HIP's function wants the flags, and the group of all grids is there.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
using namespace cooperative_groups;

__global__ void step(float *a, int n) {
  multi_grid_group all = this_multi_grid();
  const auto part = all.size() / all.num_grids();
  if (all.thread_rank() - part * all.grid_rank() < n) a[all.thread_rank() % n] += 1;
  if (all.is_valid()) all.sync();
}

cudaError_t run(float **a, int n, int devices, cudaStream_t *streams) {
  cudaLaunchParams launches[8];
  void *arguments[8][2];
  for (int i = 0; i < devices; ++i) {
    arguments[i][0] = a + i;
    arguments[i][1] = &n;
    launches[i] = {(void *)step, dim3(4), dim3(64), arguments[i], 0, streams[i]};
  }
  const cudaError_t first = cudaLaunchCooperativeKernelMultiDevice(launches, devices);
  if (first != cudaSuccess) return first;
  return cudaLaunchCooperativeKernelMultiDevice(launches, devices, cudaCooperativeLaunchMultiDeviceNoPreSync);
}
