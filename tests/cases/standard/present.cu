// Headers that are there are not included again, and names of the user's own need none.
#include <cstdlib>
#include <cstring>
#include <unistd.h>

static int usleep_count(int n) { return n; }

int main() {
  void *a = malloc(16);
  memset(a, 0, 16);
  free(a);
  return usleep_count(cudaFree(0));
}
