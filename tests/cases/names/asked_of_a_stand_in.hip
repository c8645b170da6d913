#include <hip/hip_runtime.h>
#include "retarget_hip/nvml.h"

// NVIDIA's header is not there, which may define it; the one in its place does not.
#ifdef NVML_NVLINK_MAX_LINKS // want [no-counterpart] whether 'NVML_NVLINK_MAX_LINKS' is defined
int links = NVML_NVLINK_MAX_LINKS;
#elif !defined(NVML_INIT_FLAG_NO_GPUS) // want [no-counterpart] whether 'NVML_INIT_FLAG_NO_GPUS' is defined
nvmlReturn_t none = NVML_SUCCESS;
#endif
#if NVML_API_VERSION >= 11 // want [no-counterpart] 'NVML_API_VERSION' has no counterpart
int version = 11; // a value is no question
#endif

#include <cudnn.h> // want [no-header] no counterpart
#ifdef CUDNN_MAJOR // want [no-counterpart] 'CUDNN_MAJOR' has no counterpart
int dnn = 1; // no header of ours stands for this library
#endif
