#include <cuda_runtime.h>
#include "../includes/helper_timer.h"

int main() {
  startTimer();
  return cudaDeviceSynchronize();
}
