// In the place of HIP's own: its vectors are plain structs here. In C they are anyway.
#ifdef __cplusplus
#include "retarget_host/vector_types.h"
#else
#include_next <hip/amd_detail/amd_hip_vector_types.h>
#endif
