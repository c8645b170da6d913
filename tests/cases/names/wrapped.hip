// retarget: -DTHRUST_CUB_WRAPPED_NAMESPACE=app
// Thrust and CUB in a namespace of the program's choice: rocThrust follows, hipCUB does not.
#include <hip/hip_runtime.h>
#include "retarget_hip/cub_lanes.h"
#include <hipcub/hipcub.hpp>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/system/hip/execution_policy.h>
#include <thrust/system/hip/error.h>
#include <thrust/system_error.h>

__global__ void k(int *out) {
  using Reduce = hipcub::BlockReduce<int, 128>;
  __shared__ Reduce::TempStorage storage;
  out[0] = Reduce(storage).Sum(1) + hipcub::lane_id32();
}
void sort(app::thrust::device_vector<int> &v, hipStream_t stream) {
  app::thrust::sort(app::thrust::hip::par.on(stream), v.begin(), v.end());
  app::thrust::sort(app::thrust::system::hip::par.on(stream), v.begin(), v.end());
  throw app::thrust::system_error(1, app::thrust::hip_category(), "sort");
}
