/* HIP's header of vector types has them for C++ alone. */
#include <vector_types.h>
typedef struct {
  uint3 *size;
  float3 origin;
} Grid;
