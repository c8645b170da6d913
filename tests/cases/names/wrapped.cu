// retarget: -DTHRUST_CUB_WRAPPED_NAMESPACE=app
// Thrust and CUB in a namespace of the program's choice: rocThrust follows, hipCUB does not.
#include <cub/block/block_reduce.cuh>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>

__global__ void k(int *out) {
  using Reduce = app::cub::BlockReduce<int, 128>;
  __shared__ Reduce::TempStorage storage;
  out[0] = Reduce(storage).Sum(1) + ::app::cub::LaneId();
}
void sort(app::thrust::device_vector<int> &v, cudaStream_t stream) {
  app::thrust::sort(app::thrust::cuda::par.on(stream), v.begin(), v.end());
  app::thrust::sort(app::thrust::system::cuda::par.on(stream), v.begin(), v.end());
  throw app::thrust::system_error(1, app::thrust::cuda_category(), "sort");
}
