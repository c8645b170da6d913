// The size of a block for most occupancy, where its shared memory depends on that size: HIP's module functions ask for
// shared memory of one size.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_OCCUPANCY_H
#define RETARGET_HIP_OCCUPANCY_H

#include <stddef.h>
#include <hip/hip_runtime_api.h>

typedef size_t (*retarget_hip_OccupancyB2DSize)(int);

#ifdef __cplusplus
namespace retarget_hip {
using OccupancyB2DSize = retarget_hip_OccupancyB2DSize;
}

// As CUDA does it: sizes from the largest one down, in whole warps; of those with most threads, the largest.
inline hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int* grid_, int* block_, hipFunction_t function_,
                                                                   retarget_hip::OccupancyB2DSize shared_of_,
                                                                   size_t shared_, int limit_, unsigned flags_) {
  if (!shared_of_)
    return hipModuleOccupancyMaxPotentialBlockSizeWithFlags(grid_, block_, function_, shared_, limit_, flags_);
  if (!grid_ || !block_ || !function_ || limit_ < 0) return hipErrorInvalidValue;
  int device_ = 0, processors_ = 0, warp_ = 0, most_ = 0, most_of_function_ = 0, threads_ = 0;
  hipError_t status_ = hipGetDevice(&device_);
  if (status_ == hipSuccess)
    status_ = hipDeviceGetAttribute(&processors_, hipDeviceAttributeMultiprocessorCount, device_);
  if (status_ == hipSuccess) status_ = hipDeviceGetAttribute(&warp_, hipDeviceAttributeWarpSize, device_);
  if (status_ == hipSuccess) status_ = hipDeviceGetAttribute(&most_, hipDeviceAttributeMaxThreadsPerBlock, device_);
  if (status_ == hipSuccess)
    status_ = hipFuncGetAttribute(&most_of_function_, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function_);
  if (status_ != hipSuccess) return status_;
  if (limit_ && limit_ < most_) most_ = limit_;
  if (most_of_function_ < most_) most_ = most_of_function_;
  *grid_ = *block_ = 0;
  for (int whole_ = (most_ + warp_ - 1) / warp_ * warp_; whole_ > 0; whole_ -= warp_) {
    const int size_ = whole_ < most_ ? whole_ : most_;
    int blocks_ = 0;
    status_ = hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks_, function_, size_, shared_of_(size_),
                                                                          flags_);
    if (status_ != hipSuccess) return status_;
    if (blocks_ * size_ > threads_) {
      threads_ = blocks_ * size_;
      *grid_ = blocks_ * processors_;
      *block_ = size_;
    }
  }
  return hipSuccess;
}
inline hipError_t hipModuleOccupancyMaxPotentialBlockSize(int* grid_, int* block_, hipFunction_t function_,
                                                          retarget_hip::OccupancyB2DSize shared_of_, size_t shared_,
                                                          int limit_) {
  return hipModuleOccupancyMaxPotentialBlockSizeWithFlags(grid_, block_, function_, shared_of_, shared_, limit_, 0);
}
#endif

#endif
