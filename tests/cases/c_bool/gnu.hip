// retarget: -std=gnu++17
// clang's <stdbool.h> has the type in GNU dialects.
#include <hip/hip_runtime.h>
#include <stdbool.h>
extern _Bool is_ready(int n);
__global__ void k(int *out, _Bool twice) { out[0] = twice ? 2 : 1; }
