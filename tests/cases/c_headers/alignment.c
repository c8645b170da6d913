/* CUDA's macro for alignment, which HIP's headers have for C++ alone. */
#include <cuda_runtime.h>
typedef struct __align__(16) Stokes {
  float i, q, u;
} Stokes;
int padded[sizeof(Stokes) == 16 ? 1 : -1];
