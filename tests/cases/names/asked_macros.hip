// retarget: -I../toolkit/nvml
#include <hip/hip_runtime.h>
#include "retarget_hip/nvml.h"

// The header at hand, as HIP's, does not define it: both compile the other branch.
#ifdef NVML_NVLINK_MAX_LINKS
int links = NVML_NVLINK_MAX_LINKS;
#else
int links = 0;
#endif
#ifndef NVML_NVLINK_MAX_LINKS
int none = NVML_SUCCESS;
#endif
#if defined(NVML_NVLINK_MAX_LINKS) || 1 // want [no-counterpart] NVML_NVLINK_MAX_LINKS
int asked = 1;
#endif
