// What programs compare with CUDART_VERSION is answered on its scale.
#include <cuda.h>
#include <cuda_runtime.h>
int is_as_built() {
  int runtime = 0, driver = 0;
  cudaRuntimeGetVersion(&runtime);
  if (cudaDriverGetVersion(&driver) != cudaSuccess || cuDriverGetVersion(&driver) != CUDA_SUCCESS) return 0;
  return runtime == CUDART_VERSION && driver >= runtime && driver / 1000 >= 11;
}
