// Thrust's allocator of pinned memory, which CUDA 12.5 dropped, and rocThrust never had.
#include "retarget_hip/pinned_allocator.h"
#include <thrust/host_vector.h>
#include <thrust/system/hip/memory_resource.h> // want [missing-header] pinned_allocator
typedef thrust::host_vector<float, thrust::hip::experimental::pinned_allocator<float>> Pinned;
