// A number becomes the integer of an enumeration.
#include <cuda_runtime.h>

enum Level : unsigned char { LOW, HIGH };
enum class Wide : long long { NONE };
enum Plain { ONE, TWO };

__global__ void k(Level *levels, Wide *wide, Plain *plain, const float *in, const double *exact) {
  int i = threadIdx.x;
  levels[i] = (Level)in[i];
  wide[i] = static_cast<Wide>(in[i] * 2.0f);
  plain[i] = Plain(in[i]);
  plain[i + 1] = (Plain)exact[i];
  levels[i + 1] = (Level)threadIdx.y;
}
