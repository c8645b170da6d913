// Thrust's allocator of pinned memory, which CUDA 12.5 dropped, and rocThrust never had.
#include <thrust/host_vector.h>
#include <thrust/system/cuda/experimental/pinned_allocator.h> // want [missing-header] pinned_allocator
typedef thrust::host_vector<float, thrust::cuda::experimental::pinned_allocator<float>> Pinned;
