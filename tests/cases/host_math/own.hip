// A function of the user's own is his.
#include <hip/hip_runtime.h>
#include <cmath>

struct Score {
  double value;
};
static double normcdf(Score score) { return std::erfc(-score.value * std::sqrt(0.5)) / 2; }
__global__ void kernel(int* a) { a[0] = 1; }
int main() { return normcdf(Score{1}) > 2; }
