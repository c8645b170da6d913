// retarget: --arch gfx90a -rdc=true
// Host code names what device code named before: each declaration gets a use by host code behind it.
#include <hip/hip_runtime.h>
#define TABLE_SIZE 4
#define SLOTS static __constant__
struct Limits {
  int low, high;
};
static __constant__ unsigned *list[1];  // of atomics
static_assert(((void)&list, true), "host code may use list");
static __device__ Limits limits = {1, 2}, *best, table[TABLE_SIZE]; static_assert(((void)&limits, (void)&best, (void)&table, true), "host code may use limits, best, table"); static int on_host;
SLOTS float (*rows)[TABLE_SIZE] /* a
  comment of two lines */;
  static_assert(((void)&rows, true), "host code may use rows");
namespace app {
namespace {
  __constant__ float scale(2.0f);
  static_assert(((void)&scale, true), "host code may use scale");
struct Shared {
  static __device__ int count;
};
__device__ int Shared::count = 0;
static_assert(((void)&Shared::count, true), "host code may use Shared::count");
}  // namespace
const __constant__ int primes[2] = {2, 3};
static_assert(((void)&primes, true), "host code may use primes");
static __device__ int by_template;
static_assert(((void)&by_template, true), "host code may use by_template");
static __device__ int in_kernel;
static_assert(((void)&in_kernel, true), "host code may use in_kernel");
static __device__ int by_value;
static_assert(((void)&by_value, true), "host code may use by_value");
__device__ int *address = &by_value;
}  // namespace app
__device__ unsigned add() { return atomicAdd(list[0], limits.low) + app::Shared::count + app::primes[1]; }
static __global__ __launch_bounds__(1) void k(float *p) {
  *p = rows[0][1] + app::scale + app::in_kernel;
}
__device__ int late(int n = app::by_template) { return n; }
template <class T>
void copied(T *to) {
  hipMemcpyFromSymbol(to, HIP_SYMBOL(app::by_template), sizeof(T));
}
size_t sizes() { return sizeof(list) + sizeof(limits); }
int set(unsigned *p, float *f) {
  Limits given = {0, 9};
  void *found;
  hipMemcpyToSymbol(HIP_SYMBOL(limits), &given, sizeof(given));
  hipMemcpyToSymbol(HIP_SYMBOL(rows), &f, sizeof(f));
  hipMemcpyToSymbol(HIP_SYMBOL(app::scale), f, sizeof(float));
  hipGetSymbolAddress(&found, HIP_SYMBOL(app::Shared::count));
  hipGetSymbolAddress(&found, HIP_SYMBOL(app::primes));
  hipGetSymbolAddress(&found, HIP_SYMBOL(app::in_kernel));
  hipGetSymbolAddress(&found, HIP_SYMBOL(app::by_value));
  k<<<1, 1>>>(f);
  int count;
  copied(&count);
  return hipMemcpyToSymbol(HIP_SYMBOL(list), &p, sizeof(p));
}
