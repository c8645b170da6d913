// `real` is std's, too, once HIP's headers have brought <complex>.
#include <cuda_runtime.h>
#include <vector>
typedef float real;
struct array {
  real values[2];
};
static int count;
__device__ real scale;
using namespace std;

#define TWICE(T, x) ((x) * T(2))
struct Body {
  typedef double real;  // hides the other
  real mass;
};
namespace app {
int size;
int twice() { return 2 * size + ::count; }
}  // namespace app
__global__ void k(real *out, array a, int hex) {
  real data = static_cast<real>(a.values[0]) + scale;
  for (int count = 0; count < hex; ++count) out[count] = TWICE(real, data);
  out[0] = sizeof(const real) + (real)1.0;
}
int main() {
  vector<real> host(3);
  count = static_cast<int>(host.size()) + app::twice();
  return count;
}
