// CUDA's functions beyond C's, called by the host: the support header has them.
#include <cuda_runtime.h>

double price(double d) { return normcdf(-d) + rsqrtf(2.0f); }
int main() { return price(1) > 2; }
