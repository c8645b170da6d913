// retarget: -std=c++17
// A header that C and C++ share: GCC's <stdbool.h> gives the type to every dialect.
#include <hip/hip_runtime.h>
#include "retarget_hip/c_bool.h"
#include <stdbool.h>
extern _Bool is_ready(int n);
__global__ void k(int *out, _Bool twice) { out[0] = twice ? 2 : 1; }
