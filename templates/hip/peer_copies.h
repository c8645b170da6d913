// Copies between devices in three dimensions, which HIP has from version 7.1 on.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_PEER_COPIES_H
#define RETARGET_HIP_PEER_COPIES_H

#include <hip/hip_runtime_api.h>
#include <hip/hip_version.h>

#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 701

typedef struct hipMemcpy3DPeerParms {
  hipArray_t srcArray;
  struct hipPos srcPos;
  struct hipPitchedPtr srcPtr;
  int srcDevice;
  hipArray_t dstArray;
  struct hipPos dstPos;
  struct hipPitchedPtr dstPtr;
  int dstDevice;
  struct hipExtent extent;
} hipMemcpy3DPeerParms;

// An address says on which device it is: HIP's own copies between devices go without their numbers, too.
static inline hipMemcpy3DParms retarget_hip_of_peers(const hipMemcpy3DPeerParms* copy_) {
  const hipMemcpy3DParms plain_ = {copy_->srcArray, copy_->srcPos, copy_->srcPtr, copy_->dstArray,
                                   copy_->dstPos,   copy_->dstPtr, copy_->extent, hipMemcpyDeviceToDevice};
  return plain_;
}
static inline hipError_t hipMemcpy3DPeer(const hipMemcpy3DPeerParms* copy_) {
  const hipMemcpy3DParms plain_ = retarget_hip_of_peers(copy_);
  return hipMemcpy3D(&plain_);
}
static inline hipError_t hipMemcpy3DPeerAsync(const hipMemcpy3DPeerParms* copy_, hipStream_t stream_) {
  const hipMemcpy3DParms plain_ = retarget_hip_of_peers(copy_);
  return hipMemcpy3DAsync(&plain_, stream_);
}

#endif

#endif
