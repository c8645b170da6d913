/* HIP's header of vector types has them for C++ alone. */
#include "retarget_hip/c_vectors.h"
#include <hip/hip_vector_types.h>
typedef struct {
  uint3 *size;
  float3 origin;
} Grid;
