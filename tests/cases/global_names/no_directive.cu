// Without `using namespace std` nothing is ambiguous.
typedef float real;
using std::max;
__global__ void k(real *out) { out[0] = real(2) + (real)1.0; }
