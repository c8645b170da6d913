// Without `using namespace std` nothing is ambiguous.
#include <hip/hip_runtime.h>
typedef float real;
using std::max;
__global__ void k(real *out) { out[0] = real(2) + (real)1.0; }
