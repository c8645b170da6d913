// nvcc's own headers used to bring standard ones along.
#include <hip/hip_runtime.h>
#include <unistd.h>

int main() {
  float *a = (float *)malloc(16);
  memset(a, 0, 16);
  usleep(10);
  free(a);
  return EXIT_SUCCESS;
}
