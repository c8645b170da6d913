// Headers that others of CUDA's include, and programs by themselves.
#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>
#include <cupti_activity.h>  // want [no-header] rocprofiler
#include <nvJitLink.h>  // want [no-header] hiprtc
#include <nppi_filtering_functions.h>  // want [no-header] RPP
#include <nvcomp/lz4.hpp>  // want [no-header] hipCOMP
#include <nvfunctional>  // want [no-header] template
__global__ void k(int *p) { p[0] = 1; }
