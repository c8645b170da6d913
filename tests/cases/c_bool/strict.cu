// retarget: -std=c++17
// A header that C and C++ share: GCC's <stdbool.h> gives the type to every dialect.
#include <stdbool.h>
extern _Bool is_ready(int n);
__global__ void k(int *out, _Bool twice) { out[0] = twice ? 2 : 1; }
