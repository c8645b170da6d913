// A number becomes the integer of an enumeration.
#include <hip/hip_runtime.h>
#include "retarget_hip/conversions.h"

enum Level : unsigned char { LOW, HIGH };
enum class Wide : long long { NONE };
enum Plain { ONE, TWO };

__global__ void k(Level *levels, Wide *wide, Plain *plain, const float *in, const double *exact) {
  int i = threadIdx.x;
  levels[i] = (Level)retarget_hip::to_integer<unsigned char>(in[i]);
  wide[i] = static_cast<Wide>(retarget_hip::to_integer<long long>(in[i] * 2.0f));
  plain[i] = Plain(in[i]);
  plain[i + 1] = (Plain)retarget_hip::to_integer<unsigned int>(exact[i]);
  levels[i + 1] = (Level)threadIdx.y;
}
