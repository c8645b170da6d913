// One launch on several devices: HIP's function wants the flags, and the group of all grids is there.
#include "retarget_hip/cooperative_groups.h"
#include <hip/hip_runtime.h>
using namespace retarget_hip::cooperative_groups;

__global__ void step(float *a, int n) {
  multi_grid_group all = this_multi_grid();
  const auto part = all.size() / all.num_grids();
  if (all.thread_rank() - part * all.grid_rank() < n) a[all.thread_rank() % n] += 1;
  if (all.is_valid()) all.sync();
}

hipError_t run(float **a, int n, int devices, hipStream_t *streams) {
  hipLaunchParams launches[8];
  void *arguments[8][2];
  for (int i = 0; i < devices; ++i) {
    arguments[i][0] = a + i;
    arguments[i][1] = &n;
    launches[i] = {(void *)step, dim3(4), dim3(64), arguments[i], 0, streams[i]};
  }
  const hipError_t first = hipLaunchCooperativeKernelMultiDevice(launches, devices, 0);
  if (first != hipSuccess) return first;
  return hipLaunchCooperativeKernelMultiDevice(launches, devices, hipCooperativeLaunchMultiDeviceNoPreSync);
}
