// Branches that ask whether a header of CUDA's was there stay as they were.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <nvrtc.h>
#ifdef __NVRTC_H__
const char* name(nvrtcResult r) { return nvrtcGetErrorString(r); }
#endif
#if defined(CUDARTAPI) && defined(_COOPERATIVE_GROUPS_H_)
int both;
#endif
