// Branches that ask whether a header of CUDA's was there stay as they were.
#include <hip/hip_runtime.h>
#include "retarget_hip/cooperative_groups.h"
#include <hip/hiprtc.h>
#define RETARGET_HIP_NVRTC_H
#ifdef RETARGET_HIP_NVRTC_H
const char* name(hiprtcResult r) { return hiprtcGetErrorString(r); }
#endif
#if defined(HIP_INCLUDE_HIP_HIP_RUNTIME_H) && defined(RETARGET_HIP_COOPERATIVE_GROUPS_H)
int both;
#endif
