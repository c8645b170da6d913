// retarget: --arch gfx90a -rdc=true
// Host code names what device code named before: each declaration gets a use by host code behind it.
#include <cuda_runtime.h>
#define TABLE_SIZE 4
#define SLOTS static __constant__
struct Limits {
  int low, high;
};
static __constant__ unsigned *list[1];  // of atomics
static __device__ Limits limits = {1, 2}, *best, table[TABLE_SIZE]; static int on_host;
SLOTS float (*rows)[TABLE_SIZE] /* a
  comment of two lines */;
namespace app {
namespace {
  __constant__ float scale(2.0f);
struct Shared {
  static __device__ int count;
};
__device__ int Shared::count = 0;
}  // namespace
const __constant__ int primes[2] = {2, 3};
static __device__ int by_template;
static __device__ int in_kernel;
static __device__ int by_value;
__device__ int *address = &by_value;
}  // namespace app
__device__ unsigned add() { return atomicAdd(list[0], limits.low) + app::Shared::count + app::primes[1]; }
static __global__ void k(float *p) {
  *p = rows[0][1] + app::scale + app::in_kernel;
}
__device__ int late(int n = app::by_template) { return n; }
template <class T>
void copied(T *to) {
  cudaMemcpyFromSymbol(to, app::by_template, sizeof(T));
}
size_t sizes() { return sizeof(list) + sizeof(limits); }
int set(unsigned *p, float *f) {
  Limits given = {0, 9};
  void *found;
  cudaMemcpyToSymbol(limits, &given, sizeof(given));
  cudaMemcpyToSymbol(rows, &f, sizeof(f));
  cudaMemcpyToSymbol(app::scale, f, sizeof(float));
  cudaGetSymbolAddress(&found, app::Shared::count);
  cudaGetSymbolAddress(&found, app::primes);
  cudaGetSymbolAddress(&found, app::in_kernel);
  cudaGetSymbolAddress(&found, app::by_value);
  k<<<1, 1>>>(f);
  int count;
  copied(&count);
  return cudaMemcpyToSymbol(list, &p, sizeof(p));
}
